// Tables that can be put in another order, and lists that can be searched. Without this script they
// stand in their own order, whole. All words stand in the page (data attributes).
"use strict";
{
const parse = (text) => {
  const plain = text.trim().replace("−", "-").replace("½", ".5").replace("¼", ".25").replace("¾", ".75")
    .replace(/^[↑+]\s*/, "").replace(/^↓\s*/, "-").replace(/[\s\u00a0\u202f%]/g, "").replace(",", ".");
  if (plain === "=") return 0;
  return /^-?\d*\.?\d+$/.test(plain) ? Number(plain) : undefined;
};
const collator = new Intl.Collator(document.documentElement.lang);
const textOf = (row, at) => row.cells[at]?.textContent.trim() ?? "";
const isNothing = (text) => text === "" || text === "–";

/** Puts the rows in the order of a column; a second time the other way round. */
function sort(table, at) {
  const head = table.tHead.rows[0].cells;
  const descending = head[at].getAttribute("aria-sort") === "ascending";
  for (const cell of head) cell.removeAttribute("aria-sort");
  head[at].setAttribute("aria-sort", descending ? "descending" : "ascending");
  const rows = [...table.tBodies[0].rows].map((row, index) => ({ row, index, text: textOf(row, at) }));
  const numbers = rows.every(({ text }) => isNothing(text) || parse(text) !== undefined);
  rows.sort((a, b) => {
    // Cells that say nothing come last, whichever way round.
    const empty = Number(isNothing(a.text)) - Number(isNothing(b.text));
    if (empty) return empty;
    const order = numbers ? parse(a.text) - parse(b.text) : collator.compare(a.text, b.text);
    return (descending ? -order : order) || a.index - b.index;
  });
  table.tBodies[0].append(...rows.map(({ row }) => row));
}

/** A button in every header: its own words, or beside a link to a provision a sign. */
function makeSortable(table, sentence) {
  if (!table.tHead || table.tBodies[0]?.rows.length < 4) return;
  [...table.tHead.rows[0].cells].forEach((cell, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sorter";
    const name = cell.textContent.trim();
    if (cell.querySelector("a")) {
      button.setAttribute("aria-label", sentence.replace("{column}", name));
      cell.append(button);
    } else {
      button.title = sentence.replace("{column}", name);
      button.append(...cell.childNodes);
      cell.append(button);
    }
    button.addEventListener("click", () => sort(table, at));
  });
}

/** A box for names and a choice for every column that asks for one. */
function makeFilters(table) {
  const head = [...table.tHead.rows[0].cells];
  const wanted = head.filter((cell) => cell.dataset.filter);
  if (wanted.length === 0) return;
  const rows = [...table.tBodies[0].rows];
  const form = document.createElement("form");
  form.className = "filters";
  const status = document.createElement("output");
  const tests = [];
  const plain = (text) => text.normalize("NFD").replace(/\p{Mn}|·/gu, "").toLowerCase();
  for (const cell of wanted) {
    const at = head.indexOf(cell);
    const label = document.createElement("label");
    const isText = cell.dataset.filter === "text";
    label.append(isText ? table.dataset.find : cell.textContent.trim());
    const input = document.createElement(isText ? "input" : "select");
    if (isText) input.type = "search";
    else {
      const values = [...new Set(rows.map((row) => textOf(row, at)))].filter((text) => text);
      input.append(new Option(table.dataset.all, ""));
      values.sort(collator.compare).forEach((value) => input.append(new Option(value)));
    }
    label.append(input);
    form.append(label);
    tests.push((row) => !input.value || (isText
      ? plain(textOf(row, at)).includes(plain(input.value))
      : textOf(row, at) === input.value));
  }
  const apply = () => {
    let shown = 0;
    for (const row of rows) {
      row.hidden = !tests.every((test) => test(row));
      if (!row.hidden) shown += 1;
    }
    status.textContent = table.dataset.shown
      .replace("{shown}", String(shown)).replace("{all}", String(rows.length));
  };
  form.append(status);
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  // Its place is kept in the page, so that nothing moves when it comes.
  document.querySelector(".filter-place").append(form);
  apply();
}

const reports = document.querySelector(".reports");
for (const table of document.querySelectorAll(".reports table.report, table[data-sort]")) {
  // Crosstables and drawings keep their order: their numbers are those of their rows.
  if (table.matches(".crosstable, .bracket") || table.closest(".chart")) continue;
  if (table.dataset.shown) makeFilters(table);
  makeSortable(table, table.dataset.sort ?? reports.dataset.sort);
}
}
