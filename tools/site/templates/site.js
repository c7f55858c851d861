"use strict";
// Search over titles: every word has to be in one. Without this script the list of rules and the navigation are there.
const box = document.getElementById("search"), found = document.getElementById("found"), top_ = document.body.dataset.top;
function search() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? INDEX.filter((each) => words.every((word) => each.title.toLowerCase().includes(word))) : [];
  hits.sort((one, other) => one.title.length - other.title.length);
  found.replaceChildren(...hits.slice(0, 12).map((hit) => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.textContent = hit.title; link.href = top_ + hit.to; item.append(link); return item;
  }));
  found.hidden = !hits.length;
}
box.addEventListener("input", search);
box.addEventListener("keydown", (event) => { if (event.key === "Enter" && found.querySelector("a")) found.querySelector("a").click(); });
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && event.target !== box) { event.preventDefault(); box.focus(); }
  if (event.key === "Escape") { box.value = ""; search(); }
});
const said = document.getElementById("said");
if (said) document.addEventListener("mouseover", (event) => { if (event.target.dataset.said) said.textContent = event.target.dataset.said; });
