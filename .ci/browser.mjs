// Opens pages of the finished site in Chromium, at phone and desktop width, in both colour schemes,
// and fails on: accessibility violations (axe-core), a request to another host, an error in the
// console, a page wider than the screen, a link or anchor that leads nowhere.
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
  ".pdf": "application/pdf", ".xml": "application/xml", ".txt": "text/plain; charset=utf-8",
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

// One page of every kind: the first of each shape of address.
const kinds = new Map();
for (const file of pages) {
  const shape = address(file)
    .replace(/\d+/g, "N")
    .split("/")
    .map((part, i, all) => (all[0] === "torneigs" && i === 2 && all.length > 4 ? "T" : part))
    .map((part, i, all) => (["jugadors", "clubs", "reglaments"].includes(all[0]) && i === 1 && all.length > 2 ? "X" : part))
    .join("/");
  if (!kinds.has(shape)) kinds.set(shape, address(file));
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
console.log(`${pages.length} pages, ${kinds.size} kinds in 4 settings, ${links} links: ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
