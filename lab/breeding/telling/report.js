"use strict";
for (const film of document.querySelectorAll(".film")) {
  const range = film.querySelector("input");
  if (!range) continue;
  const last = Number(range.max);
  const told = film.querySelector("output");
  const run = film.querySelector(".run");
  const moves = [...film.querySelectorAll(".moves li")];
  const parts = [...film.querySelectorAll("[data-on]")].map((part) => [
    part,
    part.dataset.on.split(" ").map((span) => span.split("-").map(Number)),
  ]);
  let timer = 0;
  const show = (ply) => {
    range.value = ply;
    for (const [part, spans] of parts) {
      const seen = spans.some(([low, high]) => low <= ply && ply <= (high ?? low));
      if (seen) part.removeAttribute("display");
      else part.setAttribute("display", "none");
    }
    moves.forEach((move, number) => move.classList.toggle("now", number === ply - 1));
    const move = moves[ply - 1];
    const said = move ? `${ply}. ${move.textContent}: ${move.dataset.said}` : `start: ${film.dataset.start}`;
    told.textContent = said;
    range.setAttribute("aria-valuetext", said);
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    run.textContent = "play";
  };
  const go = (ply) => {
    stop();
    show(Math.min(last, Math.max(0, ply)));
  };
  const play = () => {
    if (timer) return stop();
    if (Number(range.value) === last) show(0);
    run.textContent = "stop";
    timer = setInterval(() => {
      show(Number(range.value) + 1);
      if (Number(range.value) === last) stop();
    }, Math.max(150, Math.min(700, 30000 / last)));
  };
  range.addEventListener("input", () => go(Number(range.value)));
  film.querySelector(".back").addEventListener("click", () => go(Number(range.value) - 1));
  film.querySelector(".on").addEventListener("click", () => go(Number(range.value) + 1));
  run.addEventListener("click", play);
  moves.forEach((move, number) => move.addEventListener("click", () => go(number + 1)));
  film.querySelector(".controls").hidden = false;
}
for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const code = button.parentElement.querySelector("code");
    const text = button.dataset.text ?? code.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    } catch {
      if (code) getSelection().selectAllChildren(code);
      else prompt("", text);
    }
  });
}
