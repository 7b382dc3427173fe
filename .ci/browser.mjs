// Opens pages of the finished site in Chromium, at phone and desktop width, in both colour schemes,
// and fails on: accessibility violations (axe-core), a request to another host, an error in the
// console, a page wider than the screen, a layout that moves, a link or anchor that leads nowhere.
import { createServer } from "node:http";
import { readFile, readdir, stat, mkdir } from "node:fs/promises";
import { extname, join, relative, resolve, sep } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const root = resolve(process.argv[2] ?? "public");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const shots = resolve("target/screenshots");

const types = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript",
  ".json": "application/json", ".svg": "image/svg+xml", ".woff2": "font/woff2",
  ".pdf": "application/pdf", ".atom": "application/atom+xml", ".ics": "text/calendar", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8",
};

async function find(folder, ending) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await find(path, ending)));
    else if (entry.name.endsWith(ending)) found.push(path);
  }
  return found.sort();
}

const server = createServer(async (request, response) => {
  let path = join(root, decodeURIComponent(new URL(request.url, "http://x").pathname));
  try {
    if ((await stat(path)).isDirectory()) path = join(path, "index.html");
    const body = await readFile(path);
    response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" });
    response.end(body);
  } catch {
    response.writeHead(404).end("not found");
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${server.address().port}/`;

const pages = await find(root, ".html");
const address = (file) => relative(root, file).split(sep).join("/");

// One page of every kind, the first of each shape of address; of the other languages, which have
// the same pages, the home page, standings, a round, a homologation and a regulation.
const others = ["es", "en"];
const enough = /^(index\.html|torneigs\/N\/T\/(classificacio|homologacio|estadistiques|fitxes|sala|rondes\/N)\/index\.html|reglaments\/X\/index\.html|eines\/.*)$/;
const kinds = new Map();
for (const file of pages) {
  const all = address(file).split("/");
  const language = others.includes(all[0]) ? all.shift() : "";
  const shape = all
    .map((part) => part.replace(/\d+/g, "N"))
    .map((part, i) => (all[0] === "torneigs" && i === 2 && all.length > 4 ? "T" : part))
    .map((part, i) => (["jugadors", "clubs", "reglaments", "noticies"].includes(all[0]) && i === 1 && all.length > 2 ? "X" : part))
    .map((part, i) => (all[0] === "eines" && i === all.length - 2 && i > 0 && !part.endsWith("-homologation") && part !== "cobertura" ? "X" : part))
    .map((part, i) => (all[0] === "reglaments" && i === 2 && all.length === 4 && !/^N-N-N$/.test(part) ? "C" : part))
    .join("/");
  if (language && !enough.test(shape)) continue;
  const kind = `${language}:${shape}`;
  if (!kinds.has(kind)) kinds.set(kind, address(file));
}

const problems = [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
await mkdir(shots, { recursive: true });
for (const [width, scheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]]) {
  const context = await browser.newContext({
    viewport: { width, height: 800 }, colorScheme: scheme, bypassCSP: true,
  });
  const page = await context.newPage();
  let where = "";
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${where}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`${where}: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith("data:"))
      problems.push(`${where}: asks another host: ${request.url()}`);
  });
  for (const path of kinds.values()) {
    where = `${path} (${width} px, ${scheme})`;
    await page.goto(base + path, { waitUntil: "load" });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (over > 0) problems.push(`${where}: ${over} px wider than the screen`);
    // What has been shown stays where it is.
    const shift = await page.evaluate(() => new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => done(sum), 60);
    }));
    if (shift > 0.1) problems.push(`${where}: what was shown moves (${shift.toFixed(2)})`);
    await page.addScriptTag({ path: axe });
    const result = await page.evaluate(() => globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }));
    for (const violation of result.violations)
      for (const node of violation.nodes)
        problems.push(`${where}: ${violation.id}: ${violation.help}: ${node.target.join(" ")}`);
    const name = path.replaceAll("/", "_").replace(".html", "");
    await page.screenshot({ path: join(shots, `${name}-${width}-${scheme}.png`) });
  }
  await context.close();
}

// The policy itself: two pages opened as a reader does, nothing bypassed.
const strict = await browser.newPage();
strict.on("console", (message) => {
  if (message.type() === "error") problems.push(`policy: ${message.text()}`);
});
for (const path of [...kinds.values()].slice(0, 2)) await strict.goto(base + path, { waitUntil: "load" });

// Tables that are sorted and lists that are searched, and the screen of a hall, as readers use them.
const tried = await browser.newPage();
tried.on("pageerror", (error) => problems.push(`tables: ${error.message}`));
if (pages.some((file) => address(file) === "avaluacions/index.html")) {
  await tried.goto(base + "avaluacions/index.html", { waitUntil: "load" });
  const column = (at) => tried.$$eval("table.ratings tbody tr:not([hidden])",
    (rows, at) => rows.map((row) => row.cells[at].textContent.trim()), at);
  const before = await column(4);
  if (before.length > 4) {
    await tried.click("table.ratings thead th:nth-child(5) .sorter");
    const rising = (await column(4)).filter((text) => text !== "–").map(Number);
    if (rising.some((value, at) => at > 0 && value < rising[at - 1])) problems.push("tables: not in order");
    const [name] = await column(1);
    await tried.fill(".filters input", name.slice(0, 6).toUpperCase());
    const found = await column(1);
    if (found.length === 0 || found.length >= before.length) problems.push(`tables: ${found.length} found for ${name}`);
  }
}
const hall = pages.map(address).find((path) => path.endsWith("/sala/index.html"));
if (hall) {
  await tried.emulateMedia({ reducedMotion: "reduce" });
  await tried.setViewportSize({ width: 1280, height: 500 });
  await tried.goto(base + hall, { waitUntil: "load" });
  const state = () => tried.evaluate(() => ({
    shown: document.querySelectorAll("main > .table tbody tr:not([hidden])").length,
    all: document.querySelectorAll("main > .table tbody tr").length,
    goes: document.querySelector(".hall-run").getAttribute("aria-pressed"),
    first: document.querySelector("main > .table tbody tr:not([hidden])")?.rowIndex,
  }));
  const first = await state();
  if (first.goes !== "false") problems.push("hall: turns over by itself for who asked for less motion");
  if (first.all > 8 && first.shown >= first.all) problems.push("hall: everything on one screen");
  await tried.keyboard.press("ArrowRight");
  if (first.all > 8 && (await state()).first <= first.first) problems.push("hall: the next screen is the same");
}
await tried.close();

// The box at the top of every page, as a reader uses it: by keyboard, under the page's own policy.
let searches = 0;
{
  const page = await browser.newPage({ viewport: { width: 360, height: 800 } });
  const tell = (what) => problems.push(`box: ${what}`);
  page.on("console", (message) => { if (message.type() === "error") tell(`console: ${message.text()}`); });
  page.on("pageerror", (error) => tell(error.message));
  let fetched = 0;
  page.on("response", async (response) => {
    if (response.url().includes("/cerca/")) fetched += (await response.body().catch(() => "")).length;
  });
  const box = page.locator("form.find input");
  const lines = () => page.$$eval(".found [role=option]:not(.all-found)", (found) =>
    found.map((one) => ({ href: one.href, text: one.textContent, kind: one.parentElement.firstChild.textContent })));
  /** What is found while typing, in milliseconds after the last letter. */
  const type = async (query) => {
    searches += 1;
    await box.fill("");
    await box.pressSequentially(query.slice(0, -1));
    await page.waitForTimeout(150);
    return page.evaluate(async (query) => {
      const input = document.querySelector("form.find input");
      const status = document.querySelector(".find [role=status]");
      status.textContent = "";
      const started = performance.now();
      input.value = query;
      input.dispatchEvent(new Event("input", { bubbles: true }));
      while (!status.textContent && performance.now() - started < 5000) await new Promise((done) => setTimeout(done, 1));
      return performance.now() - started;
    }, query);
  };
  const finder = JSON.parse(await readFile(join(root, "cerca/index.json"), "utf8"));
  const records = [];
  for (const name of await readdir(join(root, "cerca/noms"))) {
    const file = JSON.parse(await readFile(join(root, "cerca/noms", name), "utf8"));
    for (const kind of ["player", "club", "tournament", "provision"])
      for (const [title, url, , , id = ""] of file[kind] ?? []) records.push({ kind, title, url, id });
  }
  const bare = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "");
  const player = records.find(({ kind, title }) => kind === "player" && bare(title.split(" ")[0]) !== title.split(" ")[0])
    ?? records.find(({ kind }) => kind === "player");
  const numbered = records.find(({ kind, id }) => kind === "player" && id);
  const club = records.find(({ kind }) => kind === "club");
  const article = records.find(({ kind, id }) => kind === "provision" && id.startsWith("RGC "));
  await page.goto(base + "torneigs/index.html", { waitUntil: "load" });
  await box.focus();
  let slowest = 0;
  for (const [record, query] of [
    [player, player && bare(player.title.split(/[, ]/)[0]).toLowerCase()],
    [player, player && bare(player.title).split(/[, ]+/).reverse().join(" ")],
    [numbered, numbered?.id], [club, club?.title.toUpperCase()], [article, article?.id],
  ]) {
    if (!record) continue;
    slowest = Math.max(slowest, await type(query));
    const found = await lines();
    const label = finder.words.kinds[record.kind];
    const is = ({ href, kind }) => kind.startsWith(label) && href.startsWith(base + record.url.replace(/\/$/, ""));
    // A surname may have more bearers than the list has lines.
    const isThere = found.some(is) || (found.length >= 4 && !query.includes(" ") && found.every(({ text }) => bare(text).toLowerCase().includes(query)));
    if (!isThere) tell(`${record.title} is not found by ${query}`);
  }
  if (slowest > 100) tell(`${slowest.toFixed(0)} ms for what is found while typing`);
  if (fetched > 300_000) tell(`${fetched} bytes fetched`);
  // By keyboard: down to a line and up, Escape closes and keeps what is typed, Enter leads there.
  if (club) {
    await type(club.title);
    const state = () => page.evaluate(() => {
      const input = document.querySelector("form.find input");
      const active = document.getElementById(input.getAttribute("aria-activedescendant"));
      return { open: input.getAttribute("aria-expanded"), active: active?.getAttribute("aria-selected"), href: active?.href, value: input.value };
    });
    await page.keyboard.press("ArrowDown");
    const first = await state();
    if (first.open !== "true" || first.active !== "true") tell(`down: ${JSON.stringify(first)}`);
    await page.keyboard.press("ArrowUp");
    if ((await state()).href) tell("up from the first line does not lead back to the box");
    await page.keyboard.press("Escape");
    const closed = await state();
    if (closed.open !== "false" || closed.value !== club.title) tell(`Escape: ${JSON.stringify(closed)}`);
    await page.keyboard.press("ArrowDown");
    await page.waitForFunction(() => document.querySelector("form.find input").getAttribute("aria-expanded") === "true");
    await page.keyboard.press("ArrowDown");
    const { href } = await state();
    await page.keyboard.press("Enter");
    await page.waitForURL(href);
  }
  // The list open, for axe, in both schemes.
  const opened = await browser.newContext({ bypassCSP: true, viewport: { width: 360, height: 800 }, colorScheme: "dark" });
  const looked = await opened.newPage();
  for (const colorScheme of ["light", "dark"]) {
    await looked.emulateMedia({ colorScheme });
    await looked.goto(base + "clubs/index.html", { waitUntil: "load" });
    await looked.locator("form.find input").pressSequentially("re");
    await looked.waitForSelector(".found [role=option]");
    await looked.keyboard.press("ArrowDown");
    await looked.addScriptTag({ path: axe });
    const result = await looked.evaluate(() => globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }));
    for (const violation of result.violations)
      for (const node of violation.nodes) tell(`open, ${colorScheme}: ${violation.id}: ${violation.help}: ${node.target.join(" ")}`);
    await looked.screenshot({ path: join(shots, `search-box-${colorScheme}.png`) });
  }
  await opened.close();
  await page.close();
  console.log(`search while typing: at most ${slowest.toFixed(0)} ms, ${fetched} bytes of index for all`);
}

// The page of the search, as a reader uses it.
{
  const page = await browser.newPage();
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`search: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`search: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(base)) problems.push(`search asks another host: ${request.url()}`);
  });
  const settled = () => page.waitForFunction(() => {
    const status = document.querySelector(".search-status");
    return status.textContent && status.textContent !== status.dataset.wait
      && !document.querySelector(".search-results[aria-busy]");
  });
  const ask = async (query) => {
    searches += 1;
    await page.goto(base + "cerca/index.html?q=" + encodeURIComponent(query), { waitUntil: "load" });
    await settled();
    return page.$$eval(".search-results a", (links) =>
      links.map((link) => ({ href: link.getAttribute("href"), text: link.textContent })));
  };
  const addresses = async (query) => (await ask(query)).map((result) => result.href);
  const same = async (...queries) => {
    const [first, ...others] = await Promise.all([addresses(queries[0])]);
    if (first.length === 0) problems.push(`search: nothing for ${queries[0]}`);
    for (const query of queries.slice(1)) {
      const found = await addresses(query);
      if (found.join() !== first.join()) problems.push(`search: ${query} does not find what ${queries[0]} does`);
    }
  };
  await same("incompareixença", "incompareixenca", "INCOMPAREIXENCA");
  await same("col·legi", "col.legi", "collegi");
  // What is found has the word, accents and dots apart: the page of the result is read.
  const plainText = (text) => text.normalize("NFD").replace(/\p{Mn}|·/gu, "").toLowerCase();
  for (const [query, word] of [["incompareixenca", "incompareix"], ["col.legi", "collegi"], ["collegi", "collegi"]]) {
    const found = (await addresses(query)).filter((href) => href.includes("#")).slice(0, 5);
    if (found.length === 0) problems.push(`search: ${query} finds no text`);
    for (const href of found) {
      await page.goto(href, { waitUntil: "load" });
      const text = await page.$eval(":target", (node) => node.textContent).catch(() => "");
      if (!plainText(text).includes(word)) problems.push(`search: ${query} finds ${href}, which lacks the word`);
    }
  }
  for (const query of ["RGC 8.3.2", "rgc 8.3.2"]) {
    const [first] = await ask(query);
    if (!first?.href.endsWith("reglaments/rgc/index.html#8.3.2"))
      problems.push(`search: ${query} leads first to ${first?.href}`);
  }
  if (!(await addresses("8.3.2")).slice(0, 4).some((href) => href.endsWith("rgc/index.html#8.3.2")))
    problems.push("search: 8.3.2 does not lead to RGC 8.3.2 first");
  const groups = async () => page.$$eval(".search-results h2", (titles) => titles.length);
  // The words are marked where they stand.
  await ask("incompareixença jugador");
  const marked = await page.$$eval(".search-results mark", (marks) => marks.map((mark) => mark.textContent));
  if (!marked.some((word) => word.startsWith("incompareix"))) problems.push(`search: marked are ${marked}`);
  await ask("buchholz");
  if ((await groups()) < 2) problems.push("search: results are not grouped by kind");
  if ((await ask("xqzvwk")).length > 0) problems.push("search: something is found for nothing");
  for (const misspelt of ["buchohlz", "incomparexença"])
    if ((await ask(misspelt)).length === 0) problems.push(`search: nothing is found for ${misspelt}`);
  // By the keyboard: from the box to a result, and there; and an identifier straight to its place.
  await ask("desempat");
  await page.focus("#cerca-q");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  if (!(await page.evaluate(() => document.activeElement.matches(".search-results li:nth-child(2) a"))))
    problems.push("search: the arrows do not go through the results");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.includes("/cerca/"));
  await page.goto(base + "reglaments/index.html", { waitUntil: "load" });
  await page.fill("#cerca-q", "incompareixença");
  await page.press("#cerca-q", "Enter");
  await page.waitForURL(/cerca\/.*q=/);
  await settled();
  await page.fill("#cerca-q", "RGC 8.3.2");
  await page.press("#cerca-q", "Enter");
  await page.waitForURL(/reglaments\/rgc\/.*#8\.3\.2$/);
  if (!(await page.isVisible(".prov:target .citation"))) problems.push("no citation under the provision in the address");
  // Without scripts the page says what to do.
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(base + "cerca/index.html?q=x");
  if (!(await plain.isVisible("noscript p, main noscript"))) problems.push("search: nothing is said without scripts");
}
await browser.close();
server.close();

// Every link and every anchor, of every page.
const anchors = new Map();
for (const file of pages) {
  const html = await readFile(file, "utf8");
  anchors.set(file, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1])));
}
let links = 0;
for (const file of pages) {
  const html = await readFile(file, "utf8");
  for (const [, href] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    if (/^(https?:|mailto:|data:)/.test(href)) continue;
    links += 1;
    const [path, fragment] = href.replaceAll("&amp;", "&").split("#");
    let target = path === "" ? file : resolve(file, "..", decodeURIComponent(path.split("?")[0]));
    try {
      if ((await stat(target)).isDirectory()) target = join(target, "index.html");
      await stat(target);
    } catch {
      problems.push(`${address(file)}: ${href} leads nowhere`);
      continue;
    }
    if (fragment && target.endsWith(".html") && !anchors.get(target)?.has(decodeURIComponent(fragment)))
      problems.push(`${address(file)}: no anchor ${href}`);
  }
}

for (const problem of [...new Set(problems)].slice(0, 60)) console.error(problem);
console.log(`${pages.length} pages, ${kinds.size} kinds in 4 settings, ${links} links, ${searches} searches: ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
