"use strict";
// Steps by key and by click, the step in the address, and a filter for the table of verdicts. Without it all is there too.
const steps = [...document.querySelectorAll(".steps tbody tr[id]")];
function go(row, focus) {
  for (const each of document.querySelectorAll(".here")) each.classList.remove("here");
  row.classList.add("here");
  for (let each = row.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  history.replaceState(null, "", "#" + row.id);
  if (focus) { row.focus({ preventScroll: true }); row.scrollIntoView({ block: "nearest" }); }
}
function fromAddress() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!named) return;
  for (let each = named.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  if (steps.includes(named)) go(named, true); else named.scrollIntoView();
}
document.addEventListener("click", (event) => {
  const row = event.target.closest(".steps tbody tr[id]");
  if (row && !event.target.closest("a") && !String(getSelection())) go(row, false);
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input")) return;
  const here = document.activeElement.closest(".steps tbody tr[id]") || document.querySelector(".here");
  if (!here) return;
  const own = [...here.parentElement.querySelectorAll("tr[id]")];
  const next = own[own.indexOf(here) + by];
  if (next) { event.preventDefault(); go(next, true); }
});
const filter = document.getElementById("filter");
if (filter) {
  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of document.querySelectorAll("#verdicts tbody tr"))
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
  });
}
addEventListener("hashchange", fromAddress);
fromAddress();
