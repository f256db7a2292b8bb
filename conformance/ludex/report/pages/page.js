// Search and filters only: all that this page says is read without it.
"use strict";
(() => {
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (!id) return;
    const found = document.getElementById(id) || document.getElementById(id.split("@")[0]);
    for (let at = found; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (found) found.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  const tools = document.getElementById("tools");
  if (!tools) return;
  tools.hidden = false;
  const search = document.getElementById("search"), only = document.getElementById("only"), found = document.getElementById("found");
  const items = [...document.querySelectorAll("details.one, details.more li")].map((at) => ({ at, said: null }));
  const filter = () => {
    const wanted = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let many = 0;
    for (const item of items) {
      if (item.said === null) item.said = item.at.textContent.toLowerCase();
      const shown = wanted.every((word) => item.said.includes(word));
      item.at.hidden = !shown;
      if (shown) many += 1;
    }
    for (const cause of document.querySelectorAll("section.cause")) {
      const here = cause.querySelector("details.one:not([hidden]), details.more li:not([hidden])");
      cause.hidden = !here || (only.value !== "" && cause.getAttribute("aria-labelledby") !== only.value);
      const more = cause.querySelector("details.more");
      if (more) more.open = wanted.length > 0 && more.querySelector("li:not([hidden])") !== null;
    }
    found.value = wanted.length ? many.toLocaleString("en") + " found" : "";
  };
  search.addEventListener("input", filter);
  only.addEventListener("input", filter);
  document.getElementById("open").addEventListener("click", () => {
    for (const one of document.querySelectorAll("details.one:not([hidden])")) one.open = true;
  });
})();
