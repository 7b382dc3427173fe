// The page of the search: names and titles at once, then what Pagefind finds in the texts, by kind.
// All its words stand in the page (data attributes), so that it speaks the page's language.

const form = document.querySelector(".search-form");
const input = document.getElementById("cerca-q");
const status = document.querySelector(".search-status");
const results = document.querySelector(".search-results");
const place = (name) => new URL(results.dataset[name], document.baseURI);
const { Finder, counted, element, isNumber, said, words } = globalThis.Find;

const texts = ["provision", "circular", "news", "page", "term"];
const firstShown = 6;
/** Milliseconds of quiet after which the texts are searched. */
const quiet = 200;

const finder = new Finder(place("index").href);

let index;
function pagefind() {
  index ??= import(place("pagefind").href).then(async (module) => {
    // The texts are few: no worker, whose script would be as large again.
    await module.options({ excerptLength: 24, noWorker: true });
    await module.init();
    return module;
  });
  return index;
}

/** As the index has it: `col·legi`, `col.legi` and `coŀlegi` are `collegi`, and no accents. */
const normalise = (text) => words(text).join(" ");

function line(href, title, summary) {
  const link = element("a", "", element("strong", title));
  link.href = href;
  if (summary) link.append(element("span", summary));
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
  const engine = await pagefind();
  const sections = [];
  let count = 0;
  for (const kind of texts) {
    if (kind === leaveOut) continue;
    const found = await engine.search(normalise(query), { filters: { kind } });
    if (!found || found.results.length === 0) continue;
    count += found.results.length;
    sections.push(await group(kinds[kind], found.results.length, async (from, to) => {
      const shown = await Promise.all(found.results.slice(from, to).map((result) => result.data()));
      return shown.map((data) =>
        line(new URL(data.raw_url ?? data.url, home).href, data.meta.title, data.meta.summary));
    }));
  }
  return { count, sections };
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
  const titles = result.groups.filter((group) => texts.includes(group.kind) && !numbered.includes(group));
  const names = result.groups.filter((group) => !texts.includes(group.kind));
  const first = [...numbered, ...names];
  const drawn = await Promise.all(first.map((group) => named(group, query, site)));
  const headlines = await Promise.all(titles.map((group) => named(group, query, site)));
  if (own !== running) return;
  results.replaceChildren(...drawn, ...headlines);
  status.textContent = result.count > 0 ? counted(result.count, status.dataset) : status.dataset.wait;
  results.setAttribute("aria-busy", "true");
  timer = setTimeout(async () => {
    const found = await inTexts(query, isExact ? "provision" : "", site)
      .catch(() => ({ count: sum(titles), sections: headlines }));
    if (own !== running) return;
    results.replaceChildren(...drawn, ...found.sections);
    results.removeAttribute("aria-busy");
    status.textContent = counted(sum(first) + found.count, status.dataset);
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
