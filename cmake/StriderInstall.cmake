# Filled in with the install rules: headers, library, package files.
