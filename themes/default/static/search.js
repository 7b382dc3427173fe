// The page of the search: names and titles at once, then what the texts have, by kind. All its words
// stand in the page (data attributes), so that it speaks the page's language.
"use strict";
{
const form = document.querySelector(".search-form");
const input = document.getElementById("cerca-q");
const status = document.querySelector(".search-status");
const results = document.querySelector(".search-results");
const place = (name) => new URL(results.dataset[name], document.baseURI);
const { Finder, counted, element, instead, isNumber, said, words } = globalThis.Find;
const { Texts, excerpt } = globalThis.Texts;

const ofTexts = ["provision", "circular", "news", "page", "term"];
const firstShown = 6;
/** Milliseconds of quiet after which the texts are searched. */
const quiet = 200;

const finder = new Finder(place("index").href);

const texts = new Texts(place("texts").href);

/** A line of the results; `about` are texts or elements. */
function line(href, title, ...about) {
  const link = element("a", "", element("strong", title));
  link.href = href;
  if (about.some(Boolean)) link.append(element("span", "", ...about));
  return element("li", "", link);
}

/** A group of results; `load(from, to)` gives lines. */
async function group(title, count, load) {
  const number = count.toLocaleString(document.documentElement.lang);
  const heading = element("h2", `${title} `, element("span", `(${number})`));
  const list = element("ol", "", ...(await load(0, firstShown)));
  const section = element("section", "", heading, list);
  if (count > firstShown) {
    const more = element("button", results.dataset.more);
    more.type = "button";
    more.addEventListener("click", async () => {
      const from = list.children.length;
      list.append(...(await load(from, from + 20)));
      list.children[from]?.querySelector("a")?.focus();
      if (list.children.length >= count || list.children.length === from) more.remove();
    });
    section.append(more);
  }
  return section;
}

/** Names and titles of one kind. */
async function named({ kind, count, records }, query, { words: { kinds }, home }) {
  let all = records;
  return group(kinds[kind], count, async (from, to) => {
    if (to > all.length && all.length < count) {
      const whole = await finder.find(query, true);
      all = whole.groups.find((group) => group.kind === kind)?.records ?? all;
    }
    return all.slice(from, to).map((record) => {
      const { title, about } = said(record);
      return line(new URL(record.url, home).href, title, about);
    });
  });
}

/** What the texts have, by kind. */
async function inTexts(query, leaveOut, { words: { kinds }, home }) {
  const found = (await texts.find(query)).filter(({ kind }) => kind !== leaveOut);
  const inOrder = ofTexts.flatMap((kind) => found.filter((group) => group.kind === kind));
  const sections = await Promise.all(inOrder.map(({ kind, records }) =>
    group(kinds[kind], records.length, (from, to) => Promise.all(records.slice(from, to).map(async (number) => {
      const { url, title, text } = await texts.record(number);
      const parts = excerpt(text, query).map(({ text, marked }) => (marked ? element("mark", text) : text));
      return line(new URL(url, home).href, title, ...parts);
    })))));
  return { count: found.reduce((sum, { records }) => sum + records.length, 0), sections };
}

const sum = (groups) => groups.reduce((sum, group) => sum + group.count, 0);

let running = 0;
let timer;
let last;
async function search() {
  const own = ++running;
  clearTimeout(timer);
  const query = input.value.trim();
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
  last = undefined;
  if (words(query).length === 0) {
    results.replaceChildren();
    status.textContent = "";
    return;
  }
  let result = { groups: [], count: 0, question: [] };
  let site;
  try {
    [site, result] = await Promise.all([finder.open(), finder.find(query)]);
  } catch {
    if (own === running) status.textContent = status.dataset.broken;
    return;
  }
  if (own !== running) return;
  last = { query, result, site };
  // Articles by their number come before all; other titles only until the texts are searched.
  const isExact = result.groups.some((group) =>
    group.kind === "provision" && isNumber(group.records[0], result.question));
  const numbered = result.groups.filter((group) =>
    group.kind === "provision" && group.records.some((record) => record.number.some((word) => result.question.includes(word))));
  const titles = result.groups.filter((group) => ofTexts.includes(group.kind) && !numbered.includes(group));
  const names = result.groups.filter((group) => !ofTexts.includes(group.kind));
  const first = [...numbered, ...names];
  const drawn = await Promise.all(first.map((group) => named(group, query, site)));
  const headlines = await Promise.all(titles.map((group) => named(group, query, site)));
  if (own !== running) return;
  results.replaceChildren(...drawn, ...headlines);
  status.textContent = result.count > 0 ? counted(result.count, status.dataset) : status.dataset.wait;
  results.setAttribute("aria-busy", "true");
  timer = setTimeout(async () => {
    const look = (query) => inTexts(query, isExact ? "provision" : "", site)
      .catch(() => ({ count: sum(titles), sections: headlines }));
    let found = await look(query);
    // Where the texts have the very words, names that are only like them are not what was meant.
    const isOther = Boolean(result.meant) && found.count > 0;
    if (result.meant && !isOther) found = await look(result.meant);
    if (own !== running) return;
    results.removeAttribute("aria-busy");
    results.replaceChildren(...(isOther ? [] : drawn), ...found.sections);
    const total = counted((isOther ? 0 : sum(first)) + found.count, status.dataset);
    status.textContent = `${isOther ? "" : instead(result, site.words)} ${total}`.trim();
  }, quiet);
}

input.addEventListener("input", search);
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (last?.query !== input.value.trim()) await search();
  // One article, or one player, of that very number: straight there.
  const exact = (last?.result.groups ?? []).flatMap((group) => group.records)
    .filter((record) => isNumber(record, last.result.question));
  if (exact.length > 0) location.href = new URL(exact[0].url, last.site.home).href;
});

// Arrows go through the results, from the box and back to it.
document.addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const links = [...results.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (at < 0 && document.activeElement !== input) return;
  const next = at + (event.key === "ArrowDown" ? 1 : -1);
  if (next >= links.length || next < -1) return;
  event.preventDefault();
  (next < 0 ? input : links[next]).focus();
});

const asked = new URL(location.href).searchParams.get("q");
if (asked) {
  input.value = asked;
  search();
}
}
