// Asks the forms of the finished site and compares them with the program: several hundred invented
// questions, made with `butlleti simulate --questions N --out DIR`, are put into the controls of the
// pages, and every requirement must have the same verdict, measured value, citations and advice, and
// every answer the same fields. Usage: node forms.mjs SITE QUESTIONS.json
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = resolve(process.argv[2] ?? "public");
const questions = JSON.parse(await readFile(process.argv[3], "utf8"));
const problems = [];
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"],
});

/** Equal, whatever the order of the fields. */
function same(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && same(a[name], b[name]));
}

const calculations = [...new Set(questions.map((one) => one.calculation))];
let asked = 0, compared = 0;
for (const [at, calculation] of calculations.entries()) {
  // From the disk, as somebody who was sent the folder, and in each language in turn.
  const language = ["", "es/", "en/"][at % 3];
  const address = pathToFileURL(resolve(root, `${language}eines/${calculation}/index.html`)).href;
  const page = await browser.newPage({ viewport: { width: at % 2 ? 390 : 1280, height: 900 } });
  const where = `${language}${calculation}`;
  // From the disk a browser does not fetch fonts ahead, and says so; the style sheet's own it loads.
  const isPreload = (text) => /^Access to font at 'file:|^Failed to load resource/.test(text);
  page.on("console", (message) => { if (message.type() === "error" && !isPreload(message.text())) problems.push(`${where}: console: ${message.text()}`); });
  page.on("pageerror", (error) => problems.push(`${where}: ${error.message}`));
  page.on("request", (request) => { if (!request.url().startsWith("file:")) problems.push(`${where} asks ${request.url()}`); });
  await page.goto(address, { waitUntil: "load" });
  const own = questions.filter((one) => one.calculation === calculation);
  const answers = await page.evaluate((inputs) => {
    const { formula } = document.querySelector(".formula");
    return inputs.map((input) => { formula.fill(input); return formula.answer(); });
  }, own.map((one) => one.input));
  for (const [index, question] of own.entries()) {
    asked += 1;
    const answer = answers[index];
    if (!same(answer.outputs, question.outputs))
      problems.push(`${where} ${index}: ${JSON.stringify(question.input)}: ${JSON.stringify(answer.outputs)}, not ${JSON.stringify(question.outputs)}`);
    if (answer.requirements.length !== question.requirements.length)
      problems.push(`${where} ${index}: ${answer.requirements.length} requirements, not ${question.requirements.length}`);
    for (const [i, wanted] of question.requirements.entries()) {
      compared += 1;
      if (!same(answer.requirements[i], wanted))
        problems.push(`${where} ${index}: ${JSON.stringify(question.input)}: ${JSON.stringify(answer.requirements[i])}, not ${JSON.stringify(wanted)}`);
    }
  }
  // What is shown says every verdict in words, with a sign, and leads to provisions that exist.
  const shown = await page.$$eval(".formula-results dl.facts > div", (facts) => facts.map((fact) => ({
    verdict: fact.className, words: fact.querySelector(".verdict")?.textContent ?? "", text: fact.textContent,
    links: [...fact.querySelectorAll("a.cite")].map((link) => link.href),
  })));
  for (const { verdict, words, text, links } of shown) {
    if (verdict && !/^[✓×?] .+/.test(words)) problems.push(`${where}: no words for ${verdict}: ${text}`);
    if (/[⟨{}]/.test(text)) problems.push(`${where}: a sentence is missing: ${text}`);
    for (const link of links)
      await readFile(new URL(link.split("#")[0])).catch(() => problems.push(`${where}: ${link} leads nowhere`));
  }
  await page.close();
}

// By the keyboard alone: a group of an open is added, filled in, and taken away; focus stays, and the
// count of what is met is said in the live region.
const page = await browser.newPage();
await page.goto(pathToFileURL(resolve(root, "eines/open-homologation/index.html")).href);
const status = () => page.textContent("[role=status]");
const before = await status();
await page.focus(".formula-form input[type=number]");
await page.keyboard.type("9");
await page.waitForFunction((old) => document.querySelector("[role=status]").textContent !== old, before);
const add = page.locator(".formula-form .list > button").first();
await add.focus();
await page.keyboard.press("Enter");
if (!(await page.evaluate(() => document.activeElement.closest(".row")))) problems.push("keyboard: focus is not in the new row");
const rows = await page.locator(".formula-form .row").count();
await page.locator(".formula-form .row > button").last().focus();
await page.keyboard.press("Enter");
if ((await page.locator(".formula-form .row").count()) !== rows - 1) problems.push("keyboard: the row is still there");
if (await page.evaluate(() => document.activeElement === document.body)) problems.push("keyboard: the focus is lost");
const unlabelled = await page.$$eval(".formula-form :is(input, select, textarea)", (all) => all.filter((one) => one.labels.length === 0).length);
if (unlabelled) problems.push(`${unlabelled} controls have no label`);
await page.close();

// Without scripts every requirement is listed with its number and its provision.
const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
for (const name of ["open-homologation", "closed-homologation"]) {
  await plain.goto(pathToFileURL(resolve(root, `eines/${name}/index.html`)).href);
  const listed = await plain.$$eval(".formula-results dl.facts > div", (facts) => facts.filter((fact) => fact.querySelector("a.cite")).length);
  if (listed < 10) problems.push(`${name}: only ${listed} requirements without scripts`);
}
await browser.close();

for (const problem of [...new Set(problems)].slice(0, 40)) console.error(problem);
console.log(`${calculations.length} forms, ${asked} questions, ${compared} requirements compared: ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
