(() => {
  "use strict";
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let one = target; one; one = one.parentElement) if (one.tagName === "DETAILS") one.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  if (location.hash.length > 1) reveal();
  for (const whole of document.querySelectorAll("[data-filtered]")) {
    const box = whole.querySelector(".filter");
    const input = box.querySelector("input");
    const output = box.querySelector("output");
    const groups = [...whole.querySelectorAll("details, [data-group]")];
    const lines = groups.map((group) => [...group.querySelectorAll("li")].map((line) => [line, line.textContent.toLowerCase()]));
    const wasOpen = new Map();
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let all = 0;
      groups.forEach((group, at) => {
        if (!wasOpen.has(group)) wasOpen.set(group, group.open);
        let found = 0;
        for (const [line, text] of lines[at]) {
          line.hidden = !words.every((word) => text.includes(word));
          if (!line.hidden) found += 1;
        }
        all += found;
        group.open = words.length ? found > 0 : wasOpen.get(group);
        group.classList.toggle("empty", words.length > 0 && found === 0);
      });
      if (!words.length) wasOpen.clear();
      output.textContent = words.length ? output.dataset.found.replace("{n}", all).replace("{all}", lines.flat().length) : "";
    });
    box.hidden = false;
  }
})();
