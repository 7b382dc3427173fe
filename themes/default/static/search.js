// The search of the site: identifiers of provisions first, then what Pagefind finds, by kind.
// All its words stand in the page (data attributes), so that it speaks the page's language.

const form = document.querySelector(".search-form");
const input = document.getElementById("cerca-q");
const status = document.querySelector(".search-status");
const results = document.querySelector(".search-results");
const kinds = ["provision", "tournament", "player", "club", "news", "page", "term"];
const firstShown = 6;

// Addresses of the index are from the top of the site: the page says where that is.
const place = (name) => new URL(results.dataset[name], document.baseURI);
const top = new URL("./", place("top"));

let index;
function pagefind() {
  index ??= import(place("pagefind").href).then(async (module) => {
    await module.options({ excerptLength: 24 });
    await module.init();
    return module;
  });
  return index;
}

let identifiers;
function provisions() {
  identifiers ??= fetch(place("provisions"))
    .then((answer) => (answer.ok ? answer.json() : []))
    .catch(() => []);
  return identifiers;
}

/** As the index has it: `col·legi`, `col.legi` and `coŀlegi` are `collegi`, and no accents. */
export function normalise(text) {
  return text
    .replace(/ŀ/g, "l")
    .replace(/Ŀ/g, "L")
    .replace(/l[·.•]l/gi, "ll")
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .trim();
}

/** An identifier as people type it: blanks and case do not matter, nor closing signs. */
const bare = (text) => normalise(text).toLowerCase().replace(/[\s)]+/g, " ").replace(/[.\s]+$/, "");

/** Provisions whose identifier is the query, or whose path is; then those that begin with it. */
export function byIdentifier(list, query) {
  const wanted = bare(query).replace(/^(art\.?|article|norma|regla)\s+/, "");
  if (!/\d/.test(wanted) || wanted.length > 40) return [];
  const path = (id) => bare(id.slice(id.indexOf(" ") + 1));
  const exact = list.filter(([id]) => bare(id) === wanted || path(id) === wanted);
  const below = list.filter(([id]) => bare(id).startsWith(`${wanted}.`) || path(id).startsWith(`${wanted}.`));
  return [...exact, ...below];
}

/** Is the query the very identifier, or path, of the first one found? */
const isExact = ([id], query) => [bare(id), bare(id.slice(id.indexOf(" ") + 1))].includes(bare(query));

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function line(url, title, summary) {
  const link = element("a", "", element("strong", title));
  link.href = new URL(url, top).href;
  if (summary) link.append(element("span", summary));
  return element("li", "", link);
}

/** A group of results; `load(from, to)` gives lines. */
async function group(title, count, load) {
  const heading = element("h2", `${title} `, element("span", `(${count})`));
  const list = element("ol", "", ...(await load(0, firstShown)));
  const section = element("section", "", heading, list);
  if (count > firstShown) {
    const more = element("button", results.dataset.more);
    more.type = "button";
    more.addEventListener("click", async () => {
      const from = list.children.length;
      list.append(...(await load(from, from + 20)));
      list.children[from]?.querySelector("a")?.focus();
      if (list.children.length >= count) more.remove();
    });
    section.append(more);
  }
  return section;
}

function say(count) {
  const { one, many, none } = status.dataset;
  status.textContent = count === 0 ? none : count === 1 ? one : many.replace("{n}", count);
}

let running = 0;
async function search() {
  const own = ++running;
  const query = input.value.trim();
  const address = new URL(location.href);
  if (query) address.searchParams.set("q", query);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
  if (!query) {
    results.replaceChildren();
    status.textContent = "";
    return;
  }
  status.textContent = status.dataset.wait;
  const sections = [];
  let count = 0;
  const named = byIdentifier(await provisions(), query);
  if (named.length > 0) {
    count += named.length;
    sections.push(await group(results.dataset.goto, named.length, async (from, to) =>
      named.slice(from, to).map(([id, url, title]) => line(url, id, title))));
  }
  try {
    const engine = await pagefind();
    for (const kind of kinds) {
      // Who typed an identifier has it already.
      if (kind === "provision" && named.length > 0 && isExact(named[0], query)) continue;
      const found = await engine.search(normalise(query), { filters: { kind } });
      if (own !== running) return;
      if (!found || found.results.length === 0) continue;
      count += found.results.length;
      sections.push(await group(results.dataset[kind], found.results.length, async (from, to) => {
        const shown = await Promise.all(found.results.slice(from, to).map((result) => result.data()));
        return shown.map((data) => line(data.raw_url ?? data.url, data.meta.title, data.meta.summary));
      }));
    }
  } catch (error) {
    if (own !== running) return;
    results.replaceChildren(...sections);
    if (sections.length > 0) say(count);
    else status.textContent = status.dataset.broken;
    return;
  }
  if (own !== running) return;
  results.replaceChildren(...sections);
  say(count);
}

let timer;
input.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, 250);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  clearTimeout(timer);
  const named = byIdentifier(await provisions(), input.value);
  // One provision of that very name: straight there.
  if (named.length > 0 && (named.length === 1 || bare(named[0][0]) === bare(input.value))) {
    location.href = new URL(named[0][1], top).href;
  } else {
    search();
  }
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
