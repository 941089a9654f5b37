#include "page/assets.hpp"

namespace strider::cli {

// Colours are of Okabe and Ito's palette, which readers tell apart who do not see all colours.
const std::string_view kStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1b1f24; --soft: #586069; --line: #d8dde3; --faint: #f4f6f8;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #8d6e00; --c4: #a0508a; --c5: #56606b;
  --bad: #b3261e; --good: #00704f; --edge: #aab2bb; --shade: 0, 84, 140;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --ink: #e6e9ec; --soft: #a2abb4; --line: #353b42; --faint: #1d2126;
    --c0: #56b4e9; --c1: #f0883e; --c2: #2fc79a; --c3: #e3c341; --c4: #d890bf; --c5: #9aa5b1;
    --bad: #ff8a80; --good: #58d6a6; --edge: #59626c; --shade: 86, 180, 233;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 62rem; background: var(--paper);
  color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums;
}
h1 { font-size: 1.6rem; line-height: 1.25; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; font-weight: 600; margin: 2.6rem 0 0.8rem; }
h3 { font-size: 0.95rem; font-weight: 600; margin: 1.4rem 0 0.5rem; }
p { margin: 0.4rem 0; max-width: 46rem; }
.lead { color: var(--soft); overflow-wrap: anywhere; }
.verdict { font-weight: 600; }
.bad { color: var(--bad); }
.good { color: var(--good); }
.facts { display: flex; flex-wrap: wrap; gap: 1.1rem 2.4rem; margin: 1.6rem 0 0; }
.facts div { display: flex; flex-direction: column-reverse; }
.facts dt { color: var(--soft); font-size: 0.85rem; }
.facts dd { margin: 0; font-size: 1.45rem; line-height: 1.3; }
.words { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.2rem; margin: 0; }
.words dt { color: var(--soft); }
.words dd { margin: 0; overflow-wrap: anywhere; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr));
  gap: 1.6rem 2rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption { font-size: 0.85rem; color: var(--soft); margin: 0 0 0.3rem; }
figcaption b { color: var(--ink); font-weight: 600; }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { font: 11px system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; fill: var(--soft);
  font-variant-numeric: tabular-nums; }
svg text.name { fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-width: 2px; }
.grid { stroke: var(--line); stroke-width: 1; shape-rendering: crispEdges; }
.axis { stroke: var(--soft); stroke-width: 1; shape-rendering: crispEdges; }
.s0 { fill: var(--c0); } .s1 { fill: var(--c1); } .s2 { fill: var(--c2); }
.s3 { fill: var(--c3); } .s4 { fill: var(--c4); } .s5 { fill: var(--c5); }
.heat { fill: rgb(var(--shade)); }
.gap { stroke: var(--paper); stroke-width: 1; }
.mark:hover { opacity: 0.7; }
.edge { stroke: var(--edge); stroke-width: 0.8; fill: none; }
.tree { stroke: var(--c1); stroke-width: 1.8; fill: none; }
.arrow { fill: var(--edge); }
.drawing { max-width: 40rem; }
.node { stroke: var(--paper); stroke-width: 1; }
.root { stroke: var(--ink); stroke-width: 2; }
.outside { fill: var(--paper); stroke: var(--soft); stroke-width: 1.2; }
.key { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; margin: 0.2rem 0 0; padding: 0;
  list-style: none; font-size: 0.85rem; color: var(--soft); }
.key svg, td svg.swatch { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.35rem; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.22rem 1.2rem 0.22rem 0; vertical-align: top;
  unicode-bidi: isolate; white-space: pre; }
th { color: var(--soft); font-weight: 500; border-bottom: 1px solid var(--line); }
td { border-bottom: 1px solid var(--faint); }
.long td { white-space: pre-wrap; overflow-wrap: anywhere; }
.n { text-align: right; }
th button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
th[aria-sort=ascending] button::after { content: " \2191"; }
th[aria-sort=descending] button::after { content: " \2193"; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; color: var(--soft); font-size: 0.85rem; }
button.copy { font: inherit; font-size: 0.8rem; color: var(--soft); background: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: 4px; padding: 0.05rem 0.5rem; margin: 0.3rem 0; }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--c0); outline-offset: 2px; }
pre { background: var(--faint); padding: 0.7rem 0.9rem; border-radius: 4px; margin: 0.5rem 0;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, Menlo, monospace; }
#tip { position: fixed; pointer-events: none; background: var(--ink); color: var(--paper);
  padding: 0.25rem 0.6rem; border-radius: 4px; font-size: 0.85rem; white-space: pre-line; z-index: 1;
  max-width: 20rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; }
@media (max-width: 34rem) {
  body { padding-top: 1.2rem; }
  .words { grid-template-columns: 1fr; }
  .words dd { margin-bottom: 0.5rem; }
  .facts { gap: 0.9rem 1.6rem; }
  .facts dd { font-size: 1.25rem; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  figure, tr { break-inside: avoid; }
  .drawing { max-width: 12cm; }
  h2 { break-after: avoid; }
  button.copy, #tip { display: none; }
  details::details-content { content-visibility: visible; }
}
)css";
const std::string_view kStyleHash = "sha256-xQK3Ee309LsfSGandcLtMI8JkQZEhW3sxg5ky30XlxU=";

}  // namespace strider::cli
