// Looks in the index of names of the finished site as the script of its pages does, with that very
// script: every name is found by its words in any order, by their beginnings, with and without
// accents, by its number; and words are what the program makes of them (tests/search/words.json).
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const root = resolve(process.argv[2] ?? "public");
const assets = await readdir(join(root, "assets"));
const script = assets.find((name) => /^find\..*\.js$/.test(name));
runInThisContext(await readFile(join(root, "assets", script), "utf8"));
const { Finder, isNumber, kinds, nameWords, questionWords, words } = globalThis.Find;

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

for (const problem of problems.slice(0, 40)) console.error(problem);
console.log(`${records.length} names, ${asked} questions, the slowest ${slowest[0].toFixed(1)} ms (${slowest[1]}), ` +
  `at most ${most[0]} bytes fetched (${most[1]}): ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
