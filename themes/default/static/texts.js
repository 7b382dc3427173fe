// On the page of the search: finding by the words of the texts, in pieces of an index fetched by
// the first letters of what is asked (`search/texts.rs` says how they are cut).
"use strict";
{
const { fileName, json, once, words } = globalThis.Find;

/** Letters of the lines under a title, about. */
const EXCERPT = 180;
/** How much of a word's weight counts when the text has not that very word: another form of it
 * (`jugadors`, `jugadora`), or a longer word that begins so. */
const OTHER_FORM = 0.9;
const LONGER = 0.5;

const hasDigit = /[0-9]/;

/** What is left of a Catalan, Spanish or English word without the ends of plural and gender, so
 * that its forms are found by each other: `jugadores` and `jugador`, `eleccions` and `elecció`,
 * `blanques` and `blanca`. Short words stay as they are. */
function stem(word) {
  if (word.length < 5 || hasDigit.test(word)) return word;
  const root = word.replace(/(?<=i)(?:ons?|ones|o)$|(?:[aeo]?s|[aeo])$/, "");
  const same = root.replace(/qu$/, "c").replace(/gu$/, "g").replace(/ss$/, "s");
  return same.length < 4 ? word : same;
}

/** The letters that all forms of a word begin with. */
function beginning(word) {
  const root = stem(word);
  const known = word.startsWith(root) ? root : root.slice(0, -1);
  return /[cg]$/.test(known) ? known.slice(0, -1) : known;
}

/** How near a word of the index is to a word that was asked for; 0 when it is another one. */
function nearness(word, asked, root) {
  if (word === asked) return 1;
  if (stem(word) === root) return OTHER_FORM;
  return asked.length > 2 && word.startsWith(asked) ? LONGER : 0;
}

class Texts {
  #files = new Map();

  /** `load(address, options)` gives what a file says. */
  constructor(address, load = json) {
    this.address = address;
    this.load = load;
  }

  /** How the index is cut. */
  open() {
    return once(this.#files, "", async () => {
      const index = await this.load(this.address, { cache: "no-cache" });
      const kinds = index.kinds.flatMap(([kind, count]) => Array(count).fill(kind));
      let start = 0;
      const chunks = index.chunks.map((count) => ({ start, end: (start += count) }));
      return { ...index, kinds, chunks, common: new Set(index.common) };
    });
  }

  /** A file of the index, fetched once. */
  async #file(name) {
    const { version } = await this.open();
    return once(this.#files, name, () => this.load(new URL(`${name}.json?${version}`, this.address).href));
  }

  /** The records that have a word, or a form of it, each with its weight. */
  async #having(asked) {
    const { pieces, kinds } = await this.open();
    const root = stem(asked);
    // Of a word of one or two letters no longer ones are looked for.
    const start = [...asked].length > 2 ? beginning(asked) : `${asked}_`;
    const wanted = pieces.filter((letters) => letters.startsWith(start) || start.startsWith(letters));
    const found = new Map();
    for (const piece of await Promise.all(wanted.map((letters) => this.#file(fileName(letters)))))
      for (const [word, postings] of Object.entries(piece)) {
        const near = nearness(word, asked, root);
        if (near === 0) continue;
        for (let i = 0, record = 0; i < postings.length; i += 2) {
          record += postings[i];
          found.set(record, Math.max(found.get(record) ?? 0, near * postings[i + 1]));
        }
      }
    // What few records have tells them apart better.
    const rarity = Math.log(1 + kinds.length / (1 + found.size));
    for (const [record, weight] of found) found.set(record, weight * rarity);
    return found;
  }

  /** What is found, by kinds, the best first: `[{kind, records: [number]}]`. All words must be
   * there; if nothing has all, those that have most of them are found. */
  async find(query) {
    const index = await this.open();
    const asked = [...new Set(words(query.slice(0, 200)))].filter((word) => !index.common.has(word)).slice(0, 12);
    const sums = new Map();
    for (const having of await Promise.all(asked.map((word) => this.#having(word))))
      for (const [record, weight] of having) {
        const sum = sums.get(record) ?? { record, words: 0, weight: 0 };
        sum.words += 1;
        sum.weight += weight;
        sums.set(record, sum);
      }
    const most = Math.max(0, ...[...sums.values()].map((sum) => sum.words));
    const best = [...sums.values()].filter((sum) => sum.words === most)
      .sort((a, b) => b.weight - a.weight || a.record - b.record);
    const kinds = new Map();
    for (const { record } of best) {
      const kind = index.kinds[record];
      const own = kinds.get(kind) ?? { kind, records: [] };
      own.records.push(record);
      kinds.set(kind, own);
    }
    return [...kinds.values()];
  }

  /** The address, title and text of a record. */
  async record(number) {
    const { chunks } = await this.open();
    const at = chunks.findIndex(({ end }) => number < end);
    const [url, title, text] = (await this.#file(`t-${at}`))[number - chunks[at].start];
    return { url, title, text };
  }
}

/** The part of a text that has most of the words of a question, as `[{text, marked}]`. */
function excerpt(text, query) {
  const asked = words(query).map((word) => [word, stem(word)]);
  const isAsked = (token) => words(token).some((word) => asked.some(([one, root]) => nearness(word, one, root) > 0));
  const tokens = text.split(" ").filter(Boolean).map((token) => ({ text: token, marked: isAsked(token) }));
  let best = { start: 0, end: 0, count: -1 };
  for (let start = 0, end = 0, length = 0, count = 0; start < tokens.length; start++) {
    while (end < tokens.length && length + tokens[end].text.length < EXCERPT) {
      length += tokens[end].text.length + 1;
      count += tokens[end].marked;
      end += 1;
    }
    if (end === start) end = start + 1;
    if (count > best.count) best = { start, end, count };
    if (end === tokens.length) break;
    length -= tokens[start].text.length + 1;
    count -= tokens[start].marked;
  }
  const parts = [];
  const add = (text, marked) => {
    const last = parts.at(-1);
    if (text && last?.marked === marked) last.text += text;
    else if (text) parts.push({ text, marked });
  };
  for (const [at, { text, marked }] of tokens.slice(best.start, best.end).entries()) {
    if (at > 0) add(" ", false);
    // The signs before and after a word are not marked with it.
    const [, before, word, after] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(text);
    add(before, false);
    add(word, marked);
    add(after, false);
  }
  if (best.start > 0) parts.unshift({ text: "… ", marked: false });
  if (best.end < tokens.length) parts.push({ text: " …", marked: false });
  return parts;
}

globalThis.Texts = { Texts, excerpt, stem };
}
