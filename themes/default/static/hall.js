// The screen of a playing hall: shows the rows of the page a screenful at a time, and asks for the
// page again now and then. Without this script, or on a telephone, the page is a long list. All its
// words stand in the page.
"use strict";
{
const body = document.body;
const pager = document.querySelector(".hall-pager");
const where = document.querySelector(".hall-where");
const run = document.querySelector(".hall-run");
const rows = [...document.querySelectorAll("main > .table tbody tr")];
const perScreen = 12; // seconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
// On a telephone the round is a list to be scrolled, as everywhere.
const large = matchMedia("(min-width: 48rem)");

let screen = 0;
let timer;

/** Rows of each screen: as many as have room between the head of the table and the window's end. */
function screens() {
  rows.forEach((row) => (row.hidden = false));
  const first = rows[0];
  if (!first || !large.matches) return [];
  const top = document.querySelector("main > .table tbody").getBoundingClientRect().top + scrollY;
  const room = Math.max(1, Math.floor((innerHeight - top - 8) / first.getBoundingClientRect().height));
  const found = [];
  for (let at = 0; at < rows.length; at += room) found.push(rows.slice(at, at + room));
  return found;
}

function show() {
  const all = screens();
  pager.hidden = all.length < 2;
  if (all.length < 2) return;
  screen = (screen + all.length) % all.length;
  const shown = new Set(all[screen]);
  rows.forEach((row) => (row.hidden = !shown.has(row)));
  where.textContent = body.dataset.screen
    .replace("{at}", String(screen + 1))
    .replace("{of}", String(all.length));
}

function going(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => { screen += 1; show(); }, perScreen * 1000) : undefined;
  run.textContent = on ? run.dataset.stop : run.dataset.run;
  run.setAttribute("aria-pressed", String(on));
}

document.querySelectorAll("[data-step]").forEach((button) =>
  button.addEventListener("click", () => {
    going(false);
    screen += Number(button.dataset.step);
    show();
  }));
run.addEventListener("click", () => going(timer === undefined));
addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  going(false);
  screen += step;
  show();
});
addEventListener("resize", show);
addEventListener("beforeprint", () => rows.forEach((row) => (row.hidden = false)));
addEventListener("afterprint", show);

show();
// Whoever asked for less motion turns the screens over by hand.
going(!still.matches);
setTimeout(() => location.reload(), Number(body.dataset.refresh) * 1000);
}
