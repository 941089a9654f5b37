#include "page/assets.hpp"

namespace strider::cli {

// Everything is there without it: it shows the title of a mark at once, sorts and copies tables.
// The first and the last line keep the characters of the script from readers of XML.
const std::string_view kScript = R"js(//<![CDATA[
"use strict";
(function () {
  var tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.appendChild(tip);
  // The title moves into an attribute, or the browser would show it a second time.
  document.querySelectorAll(".mark").forEach(function (mark) {
    var title = mark.querySelector("title");
    if (!title) return;
    mark.setAttribute("data-tip", title.textContent);
    mark.setAttribute("aria-label", title.textContent);
    title.remove();
  });
  document.addEventListener("pointermove", function (event) {
    var mark = event.target.closest ? event.target.closest("[data-tip]") : null;
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.getAttribute("data-tip");
    var right = event.clientX + 14 + tip.offsetWidth > window.innerWidth;
    var below = event.clientY + 18 + tip.offsetHeight > window.innerHeight;
    tip.style.left = (right ? Math.max(0, event.clientX - tip.offsetWidth - 8)
                            : event.clientX + 14) + "px";
    tip.style.top = (below ? event.clientY - tip.offsetHeight - 8 : event.clientY + 18) + "px";
  });

  function value(row, column) {
    var cell = row.cells[column];
    var exact = cell.getAttribute("data-value");
    return exact === null ? cell.textContent : exact;
  }
  function compare(a, b) {
    var difference = parseFloat(a) - parseFloat(b);
    return isNaN(difference) ? a.localeCompare(b) : difference;
  }
  function sort(table, head, column) {
    var down = head.getAttribute("aria-sort") === "ascending";
    table.querySelectorAll("th").forEach(function (other) { other.removeAttribute("aria-sort"); });
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    var rows = Array.from(table.tBodies[0].rows);
    rows.sort(function (a, b) {
      return (down ? -1 : 1) * compare(value(a, column), value(b, column));
    });
    rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
  }
  function copy(table, button) {
    var text = Array.from(table.rows).map(function (row) {
      return Array.from(row.cells).map(function (cell) {
        var exact = cell.getAttribute("data-value");
        return (exact === null ? cell.textContent : exact).replace(/[\t\r\n]/g, " ");
      }).join("\t");
    }).join("\n") + "\n";
    function done() { button.textContent = "copied"; }
    function byHand() {
      var area = document.createElement("textarea");
      area.value = text;
      document.body.appendChild(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      done();
    }
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
    else byHand();
  }
  // Paper cannot be folded out.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (folded) { folded.open = true; });
  });
  document.querySelectorAll("table.data").forEach(function (table) {
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      var button = document.createElement("button");
      button.type = "button";
      button.title = "Sort by this column";
      while (head.firstChild) button.appendChild(head.firstChild);
      button.addEventListener("click", function () { sort(table, head, column); });
      head.appendChild(button);
    });
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy table";
    button.addEventListener("click", function () { copy(table, button); });
    table.parentNode.after(button);
  });
})();
//]]>)js";
const std::string_view kScriptHash = "sha256-IKmnVWXPPfNOkfrRJTSemBPdiW+FrPx0rR79SP+wGEY=";

}  // namespace strider::cli
