// Search only: all that this page says is read without it.
"use strict";
(() => {
  const tools = document.getElementById("tools"), search = document.getElementById("search"), found = document.getElementById("found");
  tools.hidden = false;
  const items = [...document.querySelectorAll("ul.found > li")].map((at) => ({ at, said: at.textContent.toLowerCase() }));
  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let many = 0;
    for (const item of items) {
      item.at.hidden = !wanted.every((word) => item.said.includes(word));
      if (!item.at.hidden) many += 1;
    }
    found.value = wanted.length ? many.toLocaleString("en") + " found" : "";
  };
  search.addEventListener("input", filter);
  search.value = new URLSearchParams(location.search).get("q") || "";
  filter();
})();
