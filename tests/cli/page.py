"""Reads the pages that the program writes."""

import base64
import hashlib
import json
import re
import xml.etree.ElementTree as ElementTree

# Names that would be markup, if they were not escaped.
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<!--",
    "\"double\" 'single'",
    "a\tb",
    "]]>",
    "Żółw 🐢",
    "&lt;",
    "\u202eright to left",
]


class Page:
    """A page as XML, which it must be, and the data in it."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.root = ElementTree.fromstring(self.text)
        (data,) = (
            script for script in self.root.iter("script") if script.get("type") == "application/json"
        )
        self.data = json.loads(data.text)
        # All that a reader sees.
        self.words = "".join(self.root.find("body/main").itertext())

    def policy(self):
        (meta,) = (
            meta for meta in self.root.iter("meta")
            if meta.get("http-equiv") == "Content-Security-Policy"
        )
        return meta.get("content")

    def hashes(self):
        """What the policy must allow, of the style and of the script that runs."""
        found = []
        for tag in ("style", "script"):
            content = re.search(rf"<{tag}>(.*?)</{tag}>", self.text, re.S).group(1)
            digest = hashlib.sha256(content.encode()).digest()
            found.append("sha256-" + base64.b64encode(digest).decode())
        return found

    def headings(self):
        return ["".join(heading.itertext()) for heading in self.root.iter("h2")]

    def figures(self):
        return ["".join(figure.find("figcaption/b").itertext()) for figure in self.root.iter("figure")]

    def table(self, *names):
        """The rows of the first table that has such columns, as dictionaries of exact values."""
        for table in self.root.iter("table"):
            heads = ["".join(head.itertext()) for head in table.iter("th")]
            if not set(names) <= set(heads):
                continue
            return [
                dict(zip(heads, (cell.get("data-value", "".join(cell.itertext())) for cell in row)))
                for row in table.find("tbody")
            ]
        raise AssertionError(f"no table with {names}")
