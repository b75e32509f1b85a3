/** The search of a front page: cards in whose text all words occur are shown. */

const search = document.getElementById("search");
const count = document.getElementById("count");
const families = [...document.querySelectorAll(".family")];

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const family of families) {
    const cards = [...family.querySelectorAll(".card")];
    for (const card of cards) card.hidden = !words.every((word) => card.dataset.text.includes(word));
    const left = cards.filter((card) => !card.hidden).length;
    family.hidden = left === 0;
    shown += left;
  }
  count.textContent = shown === 1 ? "1 game" : `${shown} games`;
}

search.addEventListener("input", show);
show();
