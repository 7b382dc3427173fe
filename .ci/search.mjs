// Looks in the index of names of the finished site as the script of its pages does, with that very
// script: every name is found by its words in any order, by their beginnings, with and without
// accents, by its number; and words are what the program makes of them (tests/search/words.json).
// In the texts every record is found by some of its words, and what is found has all that is asked.
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const root = resolve(process.argv[2] ?? "public");
const assets = await readdir(join(root, "assets"));
for (const own of [/^find\..*\.js$/, /^texts\..*\.js$/])
  runInThisContext(await readFile(join(root, "assets", assets.find((name) => own.test(name))), "utf8"));
const { Finder, isNumber, kinds, nameWords, questionWords, words } = globalThis.Find;
const { Texts, excerpt, stem } = globalThis.Texts;

const problems = [];
const cases = JSON.parse(await readFile(new URL("../tests/search/words.json", import.meta.url), "utf8"));
for (const [text, wanted] of cases)
  if (nameWords(text).join("|") !== wanted.join("|")) problems.push(`words of ${text}: ${nameWords(text)}`);

const base = pathToFileURL(`${root}/`);
let bytes = 0;
const load = async (address) => {
  const url = new URL(address);
  url.search = "";
  const text = await readFile(url, "utf8");
  bytes += Buffer.byteLength(text);
  return JSON.parse(text);
};
const finder = (folder = "") => new Finder(new URL(`${folder}cerca/index.json`, base).href, load);

// Everything in the index, from its files.
const all = new Map();
for (const name of await readdir(join(root, "cerca/noms"))) {
  const file = JSON.parse(await readFile(join(root, "cerca/noms", name), "utf8"));
  for (const kind of kinds)
    for (const [title, url, , , id = ""] of file[kind] ?? [])
      all.set(`${kind} ${url} ${title} ${id}`, { kind, title, url: url.replace(/\/$/, "/index.html"), id });
}
const records = [...all.values()];

// The same choices in every run.
let seed = 7;
const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
const shuffled = (list) => list.map((one) => [random(1e9), one]).sort(([a], [b]) => a - b).map(([, one]) => one);

const site = finder();
let asked = 0;
let slowest = [0, ""];
async function finds(record, query) {
  asked += 1;
  await site.find(query, true);
  const started = performance.now();
  const { groups } = await site.find(query, true);
  const took = performance.now() - started;
  if (took > slowest[0]) slowest = [took, query];
  const found = groups.flatMap((group) => group.records);
  const is = (one) => one.kind === record.kind && one.url === record.url && one.name === record.title;
  if (!found.some(is)) problems.push(`${record.kind} ${record.title} ${record.id}: not found by ${query}`);
  return found;
}
for (const record of records.length > 1500 ? shuffled(records).slice(0, 1500) : records) {
  const typed = words(record.title).filter((word) => [...word].length > 1);
  if (typed.length > 0) {
    await finds(record, record.title);
    await finds(record, record.title.toUpperCase());
    await finds(record, record.title.normalize("NFD").replace(/\p{Mn}|,/gu, ""));
    const some = shuffled(typed).slice(0, 1 + random(typed.length));
    await finds(record, some.map((word) => [...word].slice(0, 2 + random(word.length - 1)).join("")).join(" "));
  }
  if (/[0-9]/.test(record.id) && record.kind !== "news") {
    const found = await finds(record, record.id);
    if (record.kind === "provision" && !isNumber(found[0], questionWords(record.id)))
      problems.push(`${record.id} finds first ${found[0].id} ${found[0].name}`);
  }
}

// A letter wrong, missing, twice or in the place of the next, after the second.
let typos = 0;
let missed = [];
for (const { kind, title, url } of shuffled(records).slice(0, 400)) {
  const typed = nameWords(title).filter((word) => word.length > 5 && !/[0-9.]/.test(word));
  if (typed.length === 0) continue;
  const word = typed[random(typed.length)];
  const at = 2 + random(word.length - 3);
  const letters = [...word];
  [() => letters.splice(at, 1, "x"), () => letters.splice(at, 1), () => letters.splice(at, 0, letters[at]),
    () => letters.splice(at, 2, letters[at + 1], letters[at])][random(4)]();
  const wrong = letters.join("");
  typos += 1;
  const { groups } = await site.find(typed.map((one) => (one === word ? wrong : one)).join(" "), true);
  if (!groups.some((group) => group.records.some((record) => record.kind === kind && record.url === url)))
    missed.push(`${wrong} for ${word}`);
}
if (missed.length > typos / 20) problems.push(`of ${typos} words misspelt ${missed.length} are not found: ${missed.slice(0, 9)}`);

// What a first search fetches of the index: its map and what one name needs.
let most = [0, ""];
for (const { title } of shuffled(records).slice(0, 300)) {
  for (const query of [title, title.slice(0, 2), title.slice(0, 4)]) {
    bytes = 0;
    await finder().find(query);
    if (bytes > most[0]) most = [bytes, query];
  }
}
if (most[0] > 200_000) problems.push(`${most[0]} bytes are fetched for ${most[1]}`);
if (slowest[0] > 50) problems.push(`${slowest[0].toFixed(0)} ms for ${slowest[1]}`);

// The texts: forms of one word, and other words that look like them.
for (const [one, ...others] of [
  ["jugador", "jugadors", "jugadora", "jugadores"], ["eleccio", "eleccions", "elecciones", "eleccion"],
  ["blanca", "blanques"], ["partida", "partides", "partidas"], ["club", "clubs"], ["incompareixenca", "incompareixences"],
  ["sancio", "sancions"], ["titol", "titols"], ["title", "titles"],
]) for (const other of others) if (stem(one) !== stem(other)) problems.push(`${one} and ${other} are two words`);
for (const [one, other] of [["torneig", "torn"], ["rei", "reina"], ["8.3.2", "8.3"], ["ronda", "rondar"], ["elo", "els"]])
  if (stem(one) === stem(other)) problems.push(`${one} and ${other} are one word`);

const textsOf = () => new Texts(new URL("cerca/textos/index.json", base).href, load);
const texts = textsOf();
const map = await texts.open();
let askedTexts = 0;
let slowestText = [0, ""];
let mostText = [0, ""];
const some300 = shuffled([...map.kinds.keys()]).slice(0, 300);
for (const number of some300) {
  const { url, title, text } = await texts.record(number);
  const own = [...new Set(words(`${title} ${text}`))].filter((word) => !map.common.has(word));
  if (own.length === 0) continue;
  const some = shuffled(own).slice(0, 1 + random(3));
  for (const query of [some.join(" "), some.join(" ").toUpperCase(), some[0].length > 4 ? some[0].slice(0, 4) : some[0]]) {
    askedTexts += 1;
    const started = performance.now();
    const found = (await texts.find(query)).flatMap((group) => group.records);
    const took = performance.now() - started;
    if (took > slowestText[0]) slowestText = [took, query];
    if (!found.includes(number)) problems.push(`${url}: its text is not found by ${query}`);
    for (const other of found.slice(0, 5)) {
      const record = await texts.record(other);
      const has = words(`${record.title} ${record.text}`);
      for (const word of words(query).filter((word) => !map.common.has(word)))
        if (!has.some((one) => one === word || stem(one) === stem(word) || (word.length > 2 && one.startsWith(word))))
          problems.push(`${query} finds ${record.url}, which lacks ${word}`);
    }
  }
  const inText = shuffled([...new Set(words(text))].filter((word) => word.length > 2)).slice(0, 1);
  const parts = inText.length ? excerpt(text, inText[0]) : [];
  if (inText.length && !parts.some((part) => part.marked && words(part.text).some((word) => word.startsWith(inText[0].slice(0, 3)))))
    problems.push(`${url}: no mark for ${inText[0]} in ${JSON.stringify(parts)}`);
  if (parts.reduce((sum, part) => sum + part.text.length, 0) > 260 && parts.length > 1) problems.push(`${url}: a long excerpt`);
  bytes = 0;
  const fresh = textsOf();
  const first = (await fresh.find(some.join(" "))).flatMap((group) => group.records.slice(0, 6));
  for (const record of first) await fresh.record(record);
  if (bytes > mostText[0]) mostText = [bytes, some.join(" ")];
}
if (mostText[0] > 300_000) problems.push(`${mostText[0]} bytes are fetched of the texts for ${mostText[1]}`);
if (slowestText[0] > 50) problems.push(`${slowestText[0].toFixed(0)} ms in the texts for ${slowestText[1]}`);
if ((await texts.find("xqzvwk")).length > 0) problems.push("a text is found for nothing");

for (const problem of problems.slice(0, 40)) console.error(problem);
console.log(`${records.length} names, ${asked} questions, ${missed.length} of ${typos} misspelt not found, the slowest ${slowest[0].toFixed(1)} ms (${slowest[1]}), ` +
  `at most ${most[0]} bytes fetched (${most[1]}); ${map.kinds.length} texts, ${askedTexts} questions, the slowest ` +
  `${slowestText[0].toFixed(1)} ms (${slowestText[1]}), at most ${mostText[0]} bytes (${mostText[1]}): ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
