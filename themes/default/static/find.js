// On every page. Finding by name: what is typed in the box at the top is looked for among names and
// titles, in pieces of an index fetched by the first letters of its words (`search/names.rs` says
// how they are cut). Without this script the box leads to the page of the search.
"use strict";
{
/** Ends every word in the index. */
const END = "_";
/** Records that are looked through for one question, at most, when fewer can answer it. */
const ENOUGH = 800;
/** Lines of each kind in the list under the box, and in all. */
const LINES = 4;
const ALL_LINES = 10;

const kinds = ["player", "tournament", "club", "provision", "circular", "page", "news", "term"];

const plain = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", ħ: "h", þ: "th", ı: "i", ς: "σ" };
const isMark = /\p{M}/u;
const isWord = /[\p{Alphabetic}\p{N}]/u;
const hasDigit = /[0-9]/;

/** What became of each letter, and whether it is one: thousands of names have few letters. */
const letters = new Map();
function folded(letter) {
  let found = letters.get(letter);
  if (!found) {
    const low = [...letter.normalize("NFKD")].filter((c) => !isMark.test(c)).flatMap((c) => [...c.toLowerCase()]);
    found = low.flatMap((c) => [...(plain[c] ?? c)]).map((c) => [c, isWord.test(c)]);
    letters.set(letter, found);
  }
  return found;
}

/** A text as words in small letters without accents; `l·l` is `ll`, `8.3.2` is one word. The index
 * is made of the same words: `search/words.rs`. */
function words(text) {
  const chars = [];
  for (const letter of text) chars.push(...folded(letter));
  const found = [];
  let word = "";
  chars.forEach(([c, isLetter], at) => {
    const next = chars[at + 1];
    if (isLetter) word += c;
    else if ("·•‧∙⋅.".includes(c) && word.endsWith("l") && next?.[0] === "l") return;
    else if (c === "." && next && goesOn(word, next)) word += c;
    else if (word) {
      found.push(word);
      word = "";
    }
  });
  if (word) found.push(word);
  return found;
}

/** Does a number or identifier go on after a point? */
function goesOn(word, next) {
  const [c, isLetter] = next;
  if (/^[0-9]/.test(word) || word.includes(".")) return isLetter;
  return [...word].length === 1 && hasDigit.test(c);
}

/** The words of a name: those with an apostrophe in one piece too. */
function nameWords(name) {
  const all = words(name);
  if (/['’]/.test(name))
    for (const word of words(name.replace(/['’]/g, ""))) if (!all.includes(word)) all.push(word);
  return all;
}

/** Words of a question; `article` says nothing beside a number. */
function questionWords(query) {
  const typed = words(query.slice(0, 200)).slice(0, 12);
  if (!typed.some((word) => hasDigit.test(word))) return typed;
  const said = typed.filter((word) => !/^(art|articles?|articulos?|norma|regla|rule)$/.test(word));
  return said.length > 0 ? said : typed;
}

/** The name of a piece's file. */
const fileName = (letters) => "w-" + [...letters].map((c) =>
  /[a-z0-9_]/.test(c) ? c : c === "." ? "-" : `~${c.codePointAt(0).toString(16)}~`).join("");

function asRecord(kind, details, [name, url, detail = 0, mark = "", id = ""]) {
  const { about, beside } = details[detail] ?? { about: "", beside: [] };
  const own = nameWords(name);
  const isFoundByIt = ["club", "tournament", "term"].includes(kind);
  return {
    kind, name, mark, id, about,
    url: url.replace(/\/$/, "/index.html"),
    own: [...own, ...(isFoundByIt ? beside : []), ...(id && words(id))],
    beside: isFoundByIt ? [] : beside,
    number: id ? questionWords(id) : [],
    key: own.join(" "),
  };
}

/** How far a record is from a question; null when one of its words does not fit. */
function distance(record, question) {
  if (isNumber(record, question)) return -1;
  let sum = 0;
  for (const word of question) {
    if (record.own.includes(word)) continue;
    else if (record.own.some((own) => own.startsWith(word))) sum += 2;
    else if (record.beside.some((other) => other.startsWith(word))) sum += 6;
    else return null;
  }
  return sum + (record.key.startsWith(question[0]) ? 0 : 1);
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

const order = (a, b) => a.far - b.far || kinds.indexOf(a.kind) - kinds.indexOf(b.kind)
  || (a.kind === "tournament" ? compare(b.id, a.id) : 0) || compare(a.key, b.key) || compare(a.url, b.url);

/** Is the question the number of a record: `RGC 8.3.2`, `8.3.2`, `2205432`? */
function isNumber(record, question) {
  const asked = question.join(" ");
  return record.number.length > 0
    && (record.number.join(" ") === asked
      || (record.kind === "provision" && record.number.slice(1).join(" ") === asked));
}

/** Letters to change, add, take away or swap with the next to make one word of another; more than
 * `most` when it takes more. */
function edits(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last] = [[], [...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

const json = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
};

/** What was loaded under a name, loaded once; again only when it failed. */
function once(known, name, load) {
  let loaded = known.get(name);
  if (!loaded) {
    loaded = load();
    loaded.catch(() => known.delete(name));
    known.set(name, loaded);
  }
  return loaded;
}

/** Looks in the index of a site. */
class Finder {
  #files = new Map();

  /** `load(address, options)` gives what a file says. */
  constructor(address, load = json) {
    this.address = address;
    this.load = load;
  }

  /** How the index is cut, and the words of the page's language. */
  open() {
    return once(this.#files, "", async () => {
      const index = await this.load(this.address, { cache: "no-cache" });
      const depth = index.words.folder.split("/").length;
      const top = new URL("../".repeat(depth), this.address);
      return { ...index, letters: Object.keys(index.pieces), top, home: new URL(index.words.folder, top) };
    });
  }

  /** The records of a piece. */
  #piece(index, letters) {
    return once(this.#files, letters, async () => {
      const address = new URL(`cerca/noms/${fileName(letters)}.json?${index.version}`, index.top);
      const file = await this.load(address.href);
      const details = file.details.map((about) => ({ about, beside: nameWords(about) }));
      const of = (kind) => (file[kind] ?? []).map((record) => asRecord(kind, details, record));
      return { counts: file.counts, records: kinds.flatMap(of) };
    });
  }

  /** The pieces that hold a word that begins so, and how many records are in them. */
  #source(index, word) {
    const isLong = [...word].length > 1;
    const above = index.letters.find((letters) => word.startsWith(letters));
    const begins = isLong ? [word] : hasDigit.test(word) ? [word + END, `${word}.`] : [word + END];
    const letters = above ? [above]
      : index.letters.filter((letters) => begins.some((begin) => letters.startsWith(begin)));
    const total = letters.reduce((sum, one) => sum + index.pieces[one], 0);
    return { letters, total, isLong: isLong || hasDigit.test(word) };
  }

  /** What is found, by kinds, the nearest first: `{count, groups: [{kind, count, records}]}`. Of
   * very many only the first are fetched, unless `whole` are wanted. When there is nothing, words
   * that are nearly those that were typed are looked for: `meant`. */
  async find(query, whole = false) {
    const question = questionWords(query);
    if (question.length === 0) return { question, count: 0, groups: [] };
    const found = await this.#ask(question, whole);
    if (found.count > 0) return found;
    const meant = await this.#meant(question);
    if (meant.join(" ") === question.join(" ")) return found;
    const other = await this.#ask(meant, whole);
    return other.count > 0 ? { ...other, question, meant: meant.join(" ") } : found;
  }

  /** Words of the index instead of those that it does not have: with one letter, in a long word
   * two, other, too few, too many or in the place of the next, but the first two as typed. */
  async #meant(question) {
    const index = await this.open();
    return Promise.all(question.map(async (word) => {
      const most = word.length < 4 || hasDigit.test(word) ? 0 : word.length < 8 ? 1 : 2;
      if (most === 0) return word;
      let source = this.#source(index, word.slice(0, 2));
      if (source.total > 2 * ENOUGH) source = this.#source(index, word.slice(0, 3));
      if (source.total > 2 * ENOUGH) return word;
      const pieces = await Promise.all(source.letters.map((letters) => this.#piece(index, letters)));
      let best = [most + 1, word];
      for (const own of new Set(pieces.flatMap((piece) => piece.records.flatMap((record) => record.own)))) {
        if (own.startsWith(word)) return word;
        const far = own.startsWith(word.slice(0, 2)) ? edits(word, own, most) : most + 1;
        if (far < best[0] || (far === best[0] && far <= most && own < best[1])) best = [far, own];
      }
      return best[1];
    }));
  }

  async #ask(question, whole) {
    const index = await this.open();
    let sources = question.map((word) => this.#source(index, word));
    if (sources.some((source) => source.isLong)) sources = sources.filter((source) => source.isLong);
    if (question.length === 1 && !whole && sources[0].letters.length > 1) {
      const cut = index.cut.find((letters) => letters.startsWith(question[0]));
      if (cut && sources[0].letters.every((letters) => letters.startsWith(cut))) {
        const { records, counts } = await this.#piece(index, cut);
        return gathered(question, records, counts);
      }
    }
    sources = sources.filter((source) => source.total > 0).sort((a, b) => a.total - b.total);
    const wanted = new Set();
    let sum = 0;
    for (const { letters, total } of sources) {
      if (wanted.size > 0 && sum + total > ENOUGH) break;
      letters.forEach((one) => wanted.add(one));
      sum += total;
    }
    const pieces = await Promise.all([...wanted].map((letters) => this.#piece(index, letters)));
    return gathered(question, pieces.flatMap((piece) => piece.records));
  }
}

/** Records that fit, each once, by kinds. */
function gathered(question, records, counts) {
  const found = new Map();
  for (const record of records) {
    const far = distance(record, question);
    if (far !== null) found.set(`${record.kind} ${record.url} ${record.name} ${record.id}`, { ...record, far });
  }
  const groups = new Map();
  for (const record of [...found.values()].sort(order)) {
    const own = groups.get(record.kind) ?? { kind: record.kind, count: 0, records: [] };
    own.records.push(record);
    own.count = counts?.[record.kind] ?? own.records.length;
    groups.set(record.kind, own);
  }
  const all = [...groups.values()];
  return { question, count: all.reduce((sum, group) => sum + group.count, 0), groups: all };
}

/** What a line says: the name, and what tells it from others. */
function said(record) {
  const { kind, name, mark, id, about } = record;
  const isNumbered = kind === "provision" || kind === "circular";
  const title = (isNumbered ? [id, name].filter(Boolean).join(" · ") : [mark, name].filter(Boolean).join(" "));
  const number = kind === "player" && id ? `FIDE ${id}` : isNumbered ? "" : id;
  return { title, about: [about, number].filter(Boolean).join(" · ") };
}

/** `3.529 resultats`, in the page's language. */
function counted(count, { one, many, none }) {
  if (count === 0) return none;
  return count === 1 ? one : many.replace("{n}", count.toLocaleString(document.documentElement.lang));
}

/** Says that other words were looked for than those that were typed. */
const instead = ({ meant }, words) => (meant ? words.instead.replace("{words}", meant) : "");

function element(name, text, ...children) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** The box at the top of a page, with a list of what is found while typing. */
function box(form) {
  const input = form.querySelector("input");
  const finder = new Finder(new URL(form.dataset.index, document.baseURI).href);
  const list = element("div");
  const none = element("p");
  const status = element("p");
  const found = element("div", "", none, list);
  Object.assign(found, { className: "found", hidden: true });
  Object.assign(list, { id: "cerca-llista", role: "listbox", ariaLabel: form.querySelector("label").textContent });
  Object.assign(status, { className: "hidden", role: "status" });
  form.append(found, status);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false",
  })) input.setAttribute(name, value);

  const options = () => [...list.querySelectorAll("[role=option]")];
  const active = () => list.querySelector("[aria-selected=true]");
  const choose = (option) => {
    active()?.setAttribute("aria-selected", "false");
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
  };
  const show = (is) => {
    found.hidden = !is;
    input.setAttribute("aria-expanded", String(is && options().length > 0));
    if (!is) choose(null);
  };
  const option = (href, title, about) => {
    const made = element("a", "", element("span", title));
    if (about) made.append(element("small", about));
    Object.assign(made, { href, role: "option", tabIndex: -1, id: `cerca-o${options().length}`, ariaSelected: "false" });
    return made;
  };

  function draw(index, result) {
    list.replaceChildren();
    let left = ALL_LINES;
    for (const { kind, count, records } of result.groups) {
      const shown = records.slice(0, Math.min(LINES, left));
      if (shown.length === 0) break;
      left -= shown.length;
      const more = count > shown.length ? ` (${count.toLocaleString(document.documentElement.lang)})` : "";
      const title = element("span", index.words.kinds[kind] + more);
      const group = element("div", "", title);
      Object.assign(title, { id: `cerca-k-${kind}`, className: "kind" });
      group.setAttribute("role", "group");
      group.setAttribute("aria-labelledby", title.id);
      list.append(group);
      for (const record of shown) {
        const { title, about } = said(record);
        group.append(option(new URL(record.url, index.home).href, title, about));
      }
    }
    const all = new URL(form.action);
    all.searchParams.set("q", input.value.trim());
    const last = option(all.href, index.words.all, "");
    last.className = "all-found";
    list.append(last);
    none.textContent = result.count === 0 ? index.words.none : instead(result, index.words);
    none.hidden = none.textContent === "";
    status.textContent = `${instead(result, index.words)} ${counted(result.count, index.words)}`.trim();
    show(true);
  }

  let running = 0;
  let last;
  async function run() {
    const own = ++running;
    const query = input.value.trim();
    try {
      const result = query ? await finder.find(query) : { question: [] };
      if (own !== running) return;
      last = { query, result };
      if (result.question.length === 0) {
        status.textContent = "";
        show(false);
      } else draw(await finder.open(), result);
    } catch {
      // The box still leads to the page of the search.
      if (own === running) show(false);
    }
  }

  const warm = () => finder.open().catch(() => {});
  input.addEventListener("focus", warm);
  if (document.activeElement === input) warm();
  input.addEventListener("input", run);
  input.addEventListener("keydown", (event) => {
    const all = options();
    const isOpen = !found.hidden && all.length > 0;
    if (event.key === "Escape" && !found.hidden) {
      // What is typed stays: only the list goes.
      event.preventDefault();
      show(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!input.value.trim()) return;
      event.preventDefault();
      if (!isOpen) run();
      else {
        const at = all.indexOf(active()) + (event.key === "ArrowDown" ? 1 : active() ? -1 : 0);
        choose(at < 0 && event.key === "ArrowUp" && !active() ? all.at(-1) : all[at]);
      }
    } else if (event.key === "Enter" && isOpen && active()) {
      event.preventDefault();
      active().click();
    }
  });
  form.addEventListener("submit", (event) => {
    // The number of one thing: straight there.
    const query = input.value.trim();
    if (last?.query !== query) return;
    const [first] = (last.result.groups ?? []).flatMap((group) => group.records)
      .filter((record) => isNumber(record, last.result.question));
    if (!first) return;
    event.preventDefault();
    finder.open().then((index) => (location.href = new URL(first.url, index.home).href));
  });
  // A click in the list leaves the box its focus until it leads away.
  found.addEventListener("mousedown", (event) => event.preventDefault());
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget)) show(false);
  });
  if (document.activeElement === input && input.value) run();
}

globalThis.Find = { Finder, counted, element, fileName, instead, isNumber, json, kinds, nameWords, once, questionWords, said, words };

// From the disk no piece can be fetched: the box leads to the page of the search alone.
const form = globalThis.document?.querySelector("form.find");
if (form && location.protocol !== "file:") box(form);

// On a telephone the tabs of an event are a strip: the open one is brought into sight.
for (const here of globalThis.document?.querySelectorAll(".tabs > ul [aria-current]") ?? []) {
  const strip = here.closest("ul");
  const [a, b] = [here, strip].map((one) => one.getBoundingClientRect());
  strip.scrollLeft += a.left - b.left - (b.width - a.width) / 2;
}
}
