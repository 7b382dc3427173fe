// Forms for calculations and requirements. What is asked, computed, compared and said stands in the
// page as data (<script type="application/json">), exported from the program's own definitions;
// this script knows the operations and nothing of any rule. The same definitions are evaluated by
// the program (src/core/formula), and the two are tested against each other (.ci/forms.mjs).
"use strict";
{
// ---- Values: null is what is not known; truths and texts are themselves; numbers are exact
// fractions; days count from 1970-01-01, moments are minutes.

const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
function number(n, d = 1n) {
  if (d < 0n) [n, d] = [-n, -d];
  const common = gcd(n, d) || 1n;
  return { n: n / common, d: d / common };
}
const whole = (n) => number(BigInt(n));
const isNumber = (v) => v !== null && typeof v === "object" && "n" in v;
const isWhole = (v) => isNumber(v) && v.d === 1n;
const isDay = (v) => v !== null && typeof v === "object" && "day" in v;
const isMoment = (v) => v !== null && typeof v === "object" && "moment" in v;
const isPlace = (v) => v !== null && typeof v === "object" && "place" in v;
const isRecord = (v) => v !== null && typeof v === "object" && "fields" in v;
const list = (v) => (Array.isArray(v) ? v : []);

// Days of the Gregorian calendar, forwards and backwards.
function daysOf(year, month, day) {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400), ofEra = y - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719468;
}
function dateOf(days) {
  const z = days + 719468, era = Math.floor(z / 146097), ofEra = z - era * 146097;
  const year = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36524) - Math.floor(ofEra / 146096)) / 365);
  const ofYear = ofEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const part = Math.floor((5 * ofYear + 2) / 153);
  const month = part < 10 ? part + 3 : part - 9;
  return { year: year + era * 400 + (month <= 2 ? 1 : 0), month, day: ofYear - Math.floor((153 * part + 2) / 5) + 1 };
}
const two = (n) => String(n).padStart(2, "0");
const iso = (days) => { const { year, month, day } = dateOf(days); return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`; };
const lastOf = (year, month) => dateOf(daysOf(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1).day;
function dayFrom(year, month, day) {
  if (year < -9999 || year > 9999 || month < 1 || month > 12 || day < 1 || day > lastOf(year, month)) return null;
  return { day: daysOf(year, month, day) };
}
const mostDay = daysOf(9999, 12, 31), leastDay = daysOf(-9999, 1, 1);
const inRange = (days) => (days >= leastDay && days <= mostDay ? { day: days } : null);
function readDay(text) {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return found && dayFrom(Number(found[1]), Number(found[2]), Number(found[3]));
}
function readMoment(text) {
  const found = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(text);
  const day = found && readDay(found[1]);
  return day && { moment: day.day * 1440 + Number(found[2]) * 60 + Number(found[3]) };
}
const momentParts = ({ moment }) => { const day = Math.floor(moment / 1440); return { day, hour: Math.floor((moment - day * 1440) / 60), minute: (moment - day * 1440) % 60 }; };
const weekday = (days) => (((days + 4) % 7) + 7) % 7; // 0 is Sunday

/** A constant of the exported data. */
function constant(json) {
  if (json === null || typeof json !== "object") return json;
  if (Array.isArray(json)) return json.map(constant);
  if ("n" in json) { const [n, d] = json.n.split("/"); return number(BigInt(n), BigInt(d ?? 1)); }
  if ("d" in json) return readDay(json.d);
  if ("m" in json) return readMoment(json.m);
  if ("p" in json) return { place: json.p };
  return { fields: Object.fromEntries(Object.entries(json.r).map(([name, v]) => [name, constant(v)])) };
}

function same(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((v, i) => same(v, b[i]));
  if (isNumber(a) && isNumber(b)) return a.n === b.n && a.d === b.d;
  if (isDay(a) && isDay(b)) return a.day === b.day;
  if (isMoment(a) && isMoment(b)) return a.moment === b.moment;
  if (isPlace(a) && isPlace(b)) return a.place[0] === b.place[0] && a.place[1] === b.place[1];
  if (isRecord(a) && isRecord(b)) {
    const names = Object.keys(a.fields);
    return names.length === Object.keys(b.fields).length && names.every((name) => name in b.fields && same(a.fields[name], b.fields[name]));
  }
  return false;
}

/** Negative, zero or positive; undefined where there is no order. */
function order(a, b) {
  if (isNumber(a) && isNumber(b)) { const x = a.n * b.d, y = b.n * a.d; return x < y ? -1 : x > y ? 1 : 0; }
  if (isDay(a) && isDay(b)) return a.day - b.day;
  if (isMoment(a) && isMoment(b)) return a.moment - b.moment;
  return undefined;
}
/** By code points, as the program orders texts. */
function byLetters(a, b) {
  const x = [...a], y = [...b];
  for (let i = 0; i < Math.min(x.length, y.length); i += 1)
    if (x[i] !== y[i]) return x[i].codePointAt(0) - y[i].codePointAt(0);
  return x.length - y.length;
}

const flat = (args) => args.flatMap((arg) => (Array.isArray(arg) ? arg : [arg]));
function decide(args, decisive) {
  let result = !decisive;
  for (const arg of flat(args)) {
    if (arg === decisive) return decisive;
    if (typeof arg !== "boolean") result = null;
  }
  return result;
}
function extreme(args, sign) {
  let best;
  for (const one of flat(args)) {
    if (best === undefined) { best = one; continue; }
    const found = order(one, best);
    if (found === undefined) return null;
    if (found * sign > 0) best = one;
  }
  return best ?? null;
}
const arithmetic = (of) => ([a, b]) => (isNumber(a) && isNumber(b) ? of(a, b) : null);
const plus = (a, b) => number(a.n * b.d + b.n * a.d, a.d * b.d);
const floor = (v) => (v.n >= 0n ? v.n / v.d : -((-v.n + v.d - 1n) / v.d));
const isWorking = (day, holidays, saturdaysFree) => {
  const at = weekday(day);
  return at !== 0 && !(at === 6 && saturdaysFree === true) && !list(holidays).some((h) => isDay(h) && h.day === day);
};
function metres(a, b) {
  const radians = (micro) => (micro / 1e6) * (Math.PI / 180);
  const [p, q] = [a.place, b.place];
  const x = radians(p[0]), y = radians(q[0]);
  const h = Math.sin((y - x) / 2) ** 2 + Math.cos(x) * Math.cos(y) * Math.sin((radians(q[1]) - radians(p[1])) / 2) ** 2;
  return whole(Math.round(6371000 * 2 * Math.asin(Math.min(1, Math.sqrt(h)))));
}
const comparison = (holds) => ([a, b]) => { const found = order(a, b); return found === undefined ? null : holds(found); };

/** Each as src/core/formula/expr.rs says; what cannot be had is unknown. */
const operations = {
  all: (args) => decide(args, false),
  any: (args) => decide(args, true),
  not: ([a]) => (typeof a === "boolean" ? !a : null),
  if: ([condition, then, otherwise]) => (condition === true ? then : condition === false ? otherwise : null),
  known: ([a]) => a !== null,
  less: comparison((found) => found < 0),
  "at-most": comparison((found) => found <= 0),
  equal: ([a, b]) => (a === null || b === null ? null : same(a, b)),
  add: arithmetic(plus),
  subtract: arithmetic((a, b) => plus(a, number(-b.n, b.d))),
  multiply: arithmetic((a, b) => number(a.n * b.n, a.d * b.d)),
  divide: arithmetic((a, b) => (b.n === 0n ? null : number(a.n * b.d, a.d * b.n))),
  ceil: ([a]) => (isNumber(a) ? number(-floor(number(-a.n, a.d))) : null),
  floor: ([a]) => (isNumber(a) ? number(floor(a)) : null),
  count: ([a]) => (Array.isArray(a) ? whole(a.length) : null),
  sum: (args) => flat(args).reduce((sum, one) => (isNumber(sum) && isNumber(one) ? plus(sum, one) : null), whole(0)),
  least: (args) => extreme(args, -1),
  greatest: (args) => extreme(args, 1),
  first: (args) => flat(args).find((one) => one !== null) ?? null,
  in: ([a, b]) => (a === null || !Array.isArray(b) ? null : b.some((one) => same(a, one))),
  list: (args) => args,
  flat: ([a]) => (Array.isArray(a) ? flat(a) : null),
  distinct: ([a]) => (Array.isArray(a) ? a.filter((one, at) => one !== null && a.findIndex((other) => same(one, other)) === at) : null),
  sorted: ([a]) => (Array.isArray(a) ? a.filter((one) => typeof one === "string").sort(byLetters) : null),
  "day-in": ([year, day]) => (isWhole(year) && list(day).length === 2 ? dayFrom(Number(year.n), Number(day[0].n), Number(day[1].n)) : null),
  year: ([a]) => (isDay(a) ? whole(dateOf(a.day).year) : null),
  "add-days": ([a, n]) => (isDay(a) && isWhole(n) ? inRange(a.day + Number(n.n)) : null),
  "add-months": ([a, n]) => {
    if (!isDay(a) || !isWhole(n)) return null;
    const { year, month, day } = dateOf(a.day), months = year * 12 + month - 1 + Number(n.n);
    const y = Math.floor(months / 12), m = months - y * 12 + 1;
    return y < -9999 || y > 9999 ? null : dayFrom(y, m, Math.min(day, lastOf(y, m)));
  },
  "day-of": ([a]) => (isMoment(a) ? { day: momentParts(a).day } : null),
  days: ([a, b]) => (isDay(a) && isDay(b) ? Array.from({ length: Math.max(0, Math.min(400, b.day - a.day + 1)) }, (_, i) => ({ day: a.day + i })) : null),
  "is-sunday": ([a]) => (isDay(a) ? weekday(a.day) === 0 : null),
  "is-saturday": ([a]) => (isDay(a) ? weekday(a.day) === 6 : null),
  "is-working": ([a, holidays, free]) => (isDay(a) ? isWorking(a.day, holidays, free) : null),
  "working-day": ([from, n, holidays, free]) => {
    if (!isDay(from) || !isWhole(n) || n.n < 0n) return null;
    let day = from.day;
    for (let left = Number(n.n); left > 0; left -= isWorking(day, holidays, free) ? 1 : 0) {
      day += 1;
      if (day > mostDay) return null;
    }
    return { day };
  },
  metres: ([a, b]) => (isPlace(a) && isPlace(b) ? metres(a, b) : null),
};

/** Evaluates an expression with the values at hand by name. */
function evaluate(expression, scope) {
  const [name, ...args] = expression;
  switch (name) {
    case "is":
    case "param":
      return constant(args[0]);
    case "var":
      return scope.get(args[0]) ?? null;
    case "get": {
      const of = evaluate(args[0], scope), field = evaluate(args[1], scope);
      return isRecord(of) && typeof field === "string" ? of.fields[field] ?? null : null;
    }
    case "map": {
      const items = evaluate(args[0], scope);
      return Array.isArray(items) ? items.map((one) => within(scope, args[1], one, () => evaluate(args[2], scope))) : null;
    }
    case "keep": {
      const items = evaluate(args[0], scope);
      return Array.isArray(items) ? items.filter((one) => within(scope, args[1], one, () => evaluate(args[2], scope)) === true) : null;
    }
    case "record":
      return { fields: Object.fromEntries(Object.entries(args[0]).map(([field, e]) => [field, evaluate(e, scope)])) };
    case "if": {
      const condition = evaluate(args[0], scope);
      return operations.if([condition, condition === true ? evaluate(args[1], scope) : null, condition === false ? evaluate(args[2], scope) : null]);
    }
    default:
      return operations[name](args.map((arg) => evaluate(arg, scope)));
  }
}

/** With one more value in the scope for as long as `inside` lasts. */
function within(scope, name, value, inside) {
  const had = scope.has(name), before = scope.get(name);
  scope.set(name, value);
  const result = inside();
  if (had) scope.set(name, before);
  else scope.delete(name);
  return result;
}

// ---- What is written: sentences, numbers and dates, as the program's language files have them.

function writer({ words, formats }) {
  const word = (key) => words[key] ?? `⟨${key}⟩`;
  const verdict = (v) => (v === true ? "met" : v === false ? "not-met" : "unknown");
  const grouped = (n) => {
    const digits = (n < 0n ? -n : n).toString();
    const text = digits.length > 4 ? digits.replace(/\B(?=(\d{3})+$)/g, "\u202f") : digits;
    return n < 0n ? `−${text}` : text;
  };
  function fraction(v) {
    if (v.n < 0n) return `−${fraction(number(-v.n, v.d))}`;
    const units = v.n / v.d, rest = number(v.n % v.d, v.d);
    if (rest.n === 0n) return units.toString();
    const glyph = { "1/2": "½", "1/4": "¼", "3/4": "¾" }[`${rest.n}/${rest.d}`];
    if (glyph) return units === 0n ? glyph : `${units}${glyph}`;
    const hundredths = floor(plus(number(v.n * 100n, v.d), number(1n, 2n)));
    const decimals = (hundredths % 100n).toString().padStart(2, "0").replace(/0+$/, "");
    return decimals ? `${hundredths / 100n}${formats.decimal}${decimals}` : (hundredths / 100n).toString();
  }
  function date(days) {
    const { year, month, day } = dateOf(days);
    return formats.date.replace("{day}", day).replace("{month}", formats.months[month - 1])
      .replace("{of_month}", formats.of_months[month - 1]).replace("{year}", year);
  }
  /** A value in words. */
  function write(v, unit) {
    if (unit === "verdict") return word(`verdict.${verdict(v)}`);
    if (unit.truths) return word(unit.truths[v === true ? 0 : v === false ? 1 : 2]);
    if (typeof v === "boolean") return word(`verdict.${verdict(v)}`);
    if (isNumber(v)) {
      if (unit === "percent") return word("unit.percent").replace("{n}", fraction(number(v.n * 100n, v.d)));
      if (unit === "money" && isWhole(v)) return `${grouped(v.n)}\u00a0${word("unit.ptes")}`;
      return fraction(v);
    }
    if (isDay(v)) return date(v.day);
    if (isMoment(v)) {
      const { day, hour, minute } = momentParts(v);
      return word("homologation.moment").replace("{day}", date(day)).replace("{time}", `${two(hour)}:${two(minute)}`);
    }
    if (typeof v === "string") return unit.words && v in unit.words ? word(unit.words[v]) : v;
    if (Array.isArray(v)) return v.map((one) => write(one, unit)).join(", ");
    return "–";
  }
  /** A sentence with what fills it. */
  function sentence({ key, args }, scope) {
    const filled = {};
    let one = false;
    for (const [name, shown] of Object.entries(args)) {
      if (shown.words) {
        const found = pick(shown.words, scope);
        filled[name] = found ? sentence(found, scope) : "–";
      } else {
        const v = evaluate(shown.value, scope);
        one ||= name === "n" && isNumber(v) && v.n === 1n && v.d === 1n;
        filled[name] = write(v, shown.unit);
      }
    }
    const template = (one && words[`${key}.one`]) || word(key);
    return template.replace(/\{(\w+)\}/g, (hole, name) => filled[name] ?? hole);
  }
  return { word, write, sentence, verdict };
}

/** The first sentence whose condition holds. */
const pick = (cases, scope) => cases.find(([when]) => evaluate(when, scope) === true)?.[1];

// ---- For programs: as the program's own JSON has it, so that the two can be compared.

function numberJson(v) {
  if (v.d === 1n) return Number(v.n);
  return [2n, 4n, 8n].includes(v.d) ? Number(v.n) / Number(v.d) : `${v.n}/${v.d}`;
}
const verdictJson = (v) => (v === true ? "met" : v === false ? "not-met" : "unknown");
function json(v, unit) {
  if (unit === "verdict") return verdictJson(v);
  if (unit.truths) return { key: unit.truths[v === true ? 0 : v === false ? 1 : 2], args: {} };
  if (typeof v === "boolean") return verdictJson(v);
  if (isNumber(v)) return numberJson(unit === "percent" ? number(v.n * 100n, v.d) : v);
  if (isDay(v)) return iso(v.day);
  if (isMoment(v)) {
    const { day, hour, minute } = momentParts(v);
    return { key: "homologation.moment", args: { day: iso(day), time: `${two(hour)}:${two(minute)}` } };
  }
  if (typeof v === "string") return unit.words && v in unit.words ? { key: unit.words[v], args: {} } : v;
  if (Array.isArray(v)) return v.map((one) => json(one, unit));
  return null;
}
function sentenceJson({ key, args }, scope) {
  const filled = Object.entries(args).map(([name, shown]) => {
    if (!shown.words) return [name, json(evaluate(shown.value, scope), shown.unit)];
    const found = pick(shown.words, scope);
    return [name, found ? sentenceJson(found, scope) : null];
  });
  return { key, args: Object.fromEntries(filled) };
}
/** An answer, its values by their kinds. */
function plainJson(v) {
  if (isNumber(v)) return numberJson(v);
  if (isDay(v)) return iso(v.day);
  if (isMoment(v)) { const { day, hour, minute } = momentParts(v); return `${iso(day)}T${two(hour)}:${two(minute)}`; }
  if (isPlace(v)) return v.place;
  if (Array.isArray(v)) return v.map(plainJson);
  if (isRecord(v)) return Object.fromEntries(Object.entries(v.fields).map(([name, one]) => [name, plainJson(one)]));
  return v;
}

/** Everything that a sheet says of an input. */
function compute(sheet, input, write) {
  const scope = new Map(Object.entries(input));
  for (const [name, expression] of sheet.quantities) scope.set(name, evaluate(expression, scope));
  const each = (repeat, inside) => {
    if (!repeat) return [inside()];
    return list(evaluate(repeat[1], scope)).map((one) => within(scope, repeat[0], one, inside));
  };
  const step = (line) => {
    const text = pick(line.text, scope);
    if (!text) return null;
    const v = line.gives && evaluate(line.gives[0], scope);
    const nothing = !line.gives || (line.gives[1] === "optional" && v === null);
    return { text: write.sentence(text, scope), value: nothing ? null : write.write(v, line.gives[1]), cites: line.cites };
  };
  const check = (one) => {
    const label = pick(one.label, scope);
    if (!label) return null;
    const [expression, unit] = one.gives, v = evaluate(expression, scope), advice = pick(one.advice, scope);
    return {
      key: one.key,
      label: write.sentence(label, scope),
      verdict: unit === "verdict" || typeof v === "boolean" ? verdictJson(v) : null,
      value: write.write(v, unit),
      cites: one.cites,
      working: one.working.flatMap((line) => each(line.each, () => step(line))).filter(Boolean),
      advice: advice && write.sentence(advice, scope),
      json: {
        key: one.key,
        value: json(v, unit),
        measured: one.measured ? json(evaluate(one.measured[0], scope), one.measured[1]) : null,
        citation: one.cites,
        advice: advice ? sentenceJson(advice, scope) : null,
      },
    };
  };
  return {
    summary: sheet.summary && write.sentence(sheet.summary, scope),
    parts: sheet.parts.map(({ heading, checks }) => ({
      heading: heading && write.word(heading),
      checks: checks.flatMap((one) => each(one.each, () => check(one))).filter(Boolean),
    })).filter(({ checks }) => checks.length > 0),
    outputs: Object.fromEntries(sheet.outputs.map(([name, expression]) => [name, plainJson(evaluate(expression, scope))])),
    options: Object.fromEntries(sheet.options.map(([field, expression, unit]) => [field, list(evaluate(expression, scope)).map((v) => [v, write.write(v, unit)])])),
  };
}

// ---- The form: one control for each field, made from what the fields are.

let counter = 0;
const freshId = (name) => `camp-${name}-${(counter += 1)}`;
function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** The builder of controls. Each control has `node`, `read()` and `fill(json)`. */
function builder(page, write) {
  const text = (key, fallback) => page.words[key] ?? fallback;
  const labelOf = (path) => text(`field.${path}`, text(`field.${path.split(".").pop()}`, path.split(".").pop()));
  const hintOf = (path) => text(`field.${path}.hint`, null);

  function labelled(path, required, control) {
    const id = freshId(path), hint = hintOf(path);
    control.id = id;
    if (hint) control.setAttribute("aria-describedby", `${id}-n`);
    if (required) control.required = true;
    return make("div", { class: "field" }, make("label", { for: id }, labelOf(path)), control,
      hint && make("p", { class: "hint", id: `${id}-n` }, hint));
  }
  function simple(path, required, attributes, read, show = (v) => v) {
    const control = make("input", { autocomplete: "off", ...attributes });
    return {
      node: labelled(path, required, control),
      read: () => (control.value.trim() === "" ? null : read(control.value.trim())),
      fill: (v) => { control.value = v === null || v === undefined ? "" : show(v); },
    };
  }
  function choice(path, required, options) {
    const control = make("select", {}, make("option", { value: "" }, text("form.unknown", "–")),
      ...options.map(([value, words]) => make("option", { value }, words)));
    return {
      node: labelled(path, required, control),
      read: () => (control.value === "" ? null : control.value),
      fill: (v) => { control.value = v === null || v === undefined ? "" : String(v); },
    };
  }
  const wordOf = (path, value) => text(`field.${path}.${value}`, text(`word.${value}`, text(`values.category.${value}`, value)));
  function ticks(path, required, options) {
    const boxes = options.map(([value, words]) => {
      const id = freshId(path);
      return [value, make("input", { type: "checkbox", id, value }), make("label", { for: id }, words)];
    });
    const hint = hintOf(path);
    return {
      node: make("fieldset", { class: "ticks" }, make("legend", {}, labelOf(path)), hint && make("p", { class: "hint" }, hint),
        ...boxes.map(([, box, label]) => make("span", {}, box, label))),
      read: () => {
        const chosen = boxes.filter(([, box]) => box.checked).map(([value]) => value);
        return chosen.length === 0 && !required ? null : chosen;
      },
      fill: (v) => { for (const [value, box] of boxes) box.checked = list(v).includes(value); },
    };
  }
  function place(path, required) {
    const towns = page.towns ?? [];
    const id = freshId(path);
    const pickTown = make("select", { id }, make("option", { value: "" }, text("form.no-town", "–")),
      ...towns.map(({ name, at }) => make("option", { value: at.join(" ") }, name)));
    const angle = (name, least, most) => simple(`${name}`, false, { type: "number", step: "any", min: least, max: most, inputmode: "decimal" }, (v) => v, String);
    const north = angle("latitude", -90, 90), east = angle("longitude", -180, 180);
    const degrees = (micro) => String(micro / 1e6);
    const micro = (v) => Math.round(Number(v) * 1e6);
    pickTown.addEventListener("change", () => {
      const [a, b] = pickTown.value ? pickTown.value.split(" ").map(Number) : [null, null];
      north.fill(a === null ? null : degrees(a));
      east.fill(b === null ? null : degrees(b));
    });
    return {
      node: make("fieldset", { class: "place" }, make("legend", {}, labelOf(path)),
        towns.length > 0 && make("div", { class: "field" }, make("label", { for: id }, text("form.town", "town")), pickTown), north.node, east.node),
      read: () => (north.read() === null || east.read() === null ? null : { place: [micro(north.read()), micro(east.read())] }),
      fill: (v) => {
        const at = Array.isArray(v) ? v.map((one) => micro(one)) : null;
        north.fill(at && degrees(at[0]));
        east.fill(at && degrees(at[1]));
        pickTown.value = at && towns.some((town) => town.at.join(" ") === at.join(" ")) ? at.join(" ") : "";
      },
    };
  }
  /** Several values in one line. */
  function several(path, required, kind) {
    const read = { day: readDay, int: (v) => (/^-?\d+$/.test(v) ? whole(v) : null) }[kind.is] ?? ((v) => v);
    const field = make("textarea", { rows: 2, autocomplete: "off", spellcheck: "false" });
    return {
      node: labelled(path, required, field),
      read: () => {
        const parts = field.value.split(/[,;\n]/).map((v) => v.trim()).filter(Boolean);
        return parts.length === 0 && !required ? null : parts.map(read);
      },
      fill: (v) => { field.value = list(v).join(", "); },
    };
  }
  function rows(path, required, fields) {
    const holder = make("div", { class: "rows" });
    let made = [];
    const title = text(`field.${path}.one`, labelOf(path));
    const number_ = () => made.forEach((row, at) => {
      row.legend.textContent = `${title} ${at + 1}`;
      row.button.setAttribute("aria-label", `${text("form.remove", "remove")}: ${title} ${at + 1}`);
    });
    const add = (json) => {
      const inner = fields.map((field) => [field, control(`${path}.${field.name}`, field)]);
      const legend = make("legend");
      const button = make("button", { type: "button", class: "quiet" }, text("form.remove", "remove"));
      const row = { inner, legend, button };
      row.node = make("fieldset", { class: "row" }, legend, ...inner.map(([, c]) => c.node), button);
      button.addEventListener("click", () => {
        const at = made.indexOf(row);
        made = made.filter((other) => other !== row);
        row.node.remove();
        number_();
        (made[Math.min(at, made.length - 1)]?.button ?? more).focus();
        holder.dispatchEvent(new Event("input", { bubbles: true }));
      });
      for (const [field, c] of inner) c.fill(json?.[field.name] ?? null);
      made.push(row);
      holder.append(row.node);
      number_();
      return row;
    };
    const more = make("button", { type: "button" }, text(`field.${path}.add`, text("form.add", "add")));
    more.addEventListener("click", () => {
      add(null).node.querySelector("input, select")?.focus();
      holder.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const hint = hintOf(path);
    return {
      node: make("fieldset", { class: "list" }, make("legend", {}, labelOf(path)), hint && make("p", { class: "hint" }, hint), holder, more),
      read: () => (made.length === 0 && !required ? null
        : made.map((row) => ({ fields: Object.fromEntries(row.inner.map(([field, c]) => [field.name, c.read()])) }))),
      fill: (v) => { made = []; holder.replaceChildren(); list(v).forEach(add); },
    };
  }
  function record(path, fields) {
    const inner = fields.map((field) => [field, control(`${path}.${field.name}`, field)]);
    return {
      node: make("fieldset", { class: "row" }, make("legend", {}, labelOf(path)), ...inner.map(([, c]) => c.node)),
      read: () => ({ fields: Object.fromEntries(inner.map(([field, c]) => [field.name, c.read()])) }),
      fill: (v) => { for (const [field, c] of inner) c.fill(v?.[field.name] ?? null); },
    };
  }
  /** The control of a field. */
  function control(path, { required, kind }) {
    switch (kind.is) {
      case "truth": {
        const c = choice(path, required, [["true", text("form.yes", "yes")], ["false", text("form.no", "no")]]);
        return { ...c, read: () => { const v = c.read(); return v === null ? null : v === "true"; } };
      }
      case "int":
        return simple(path, required, { type: "number", min: kind.least, max: kind.most, step: 1, inputmode: "numeric" },
          (v) => (/^-?\d+$/.test(v) && Number(v) >= kind.least && Number(v) <= kind.most ? whole(v) : null), String);
      case "points":
      case "score":
        return simple(path, required, { type: "number", min: 0, max: kind.is === "score" ? 1 : null, step: 0.5, inputmode: "decimal" },
          (v) => (Number.isInteger(Number(v) * 2) ? number(BigInt(Number(v) * 2), 2n) : null), String);
      case "day":
        return simple(path, required, { type: "date", max: "9999-12-31" }, readDay);
      case "moment":
        return simple(path, required, { type: "datetime-local", max: "9999-12-31T23:59" }, readMoment, (v) => v.slice(0, 16));
      case "choice":
        return choice(path, required, page.options[path] ?? kind.of.map((value) => [value, wordOf(path, value)]));
      case "place":
        return place(path, required);
      case "record":
        return record(path, kind.fields);
      case "list":
        if (page.options[path]) return ticks(path, required, page.options[path]);
        if (kind.of.is === "choice") return ticks(path, required, kind.of.of.map((value) => [value, wordOf(path, value)]));
        if (kind.of.is === "record") return rows(path, required, kind.of.fields);
        return several(path, required, kind.of);
      default:
        return simple(path, required, { type: "text" }, (v) => v, String);
    }
  }
  return control;
}

/** The requirements found, as the pages of finished events show them. */
function results(found, page, write) {
  const cites = (ids) => ids.flatMap((id, at) => [at ? ", " : "", page.links[id] ? make("a", { class: "cite", href: page.links[id] }, id) : id]);
  const fact = (one) => {
    const shown = one.verdict
      ? make("span", { class: `verdict ${one.verdict}` }, make("span", { "aria-hidden": "true" }, { met: "✓ ", "not-met": "× ", unknown: "? " }[one.verdict]), one.value)
      : one.value;
    const why = make("details", { class: "why" }, make("summary", {}, make("span", { class: "y" }, shown)),
      one.working.length > 0 && make("ol", { class: "steps" }, ...one.working.map((step) =>
        make("li", {}, make("span", {}, step.text, ...(step.cites.length ? [" ", make("small", {}, ...cites(step.cites))] : [])), step.value !== null && make("b", {}, step.value)))),
      make("p", { class: "rule" }, write.word("site.rule"), " ", ...cites(one.cites)));
    return make("div", { class: one.verdict }, make("dt", {}, one.label), make("dd", {}, why, one.advice && make("p", { class: "advice" }, one.advice)));
  };
  const parts = found.parts.flatMap(({ heading, checks }) => [...(heading ? [make("h3", {}, heading)] : []), make("dl", { class: "facts" }, ...checks.map(fact))]);
  return found.summary ? [make("p", { class: "summary" }, found.summary), ...parts] : parts;
}

/** Turns the place of a form into the form. */
function start(holder) {
  const page = JSON.parse(holder.querySelector("script[type='application/json']").textContent);
  const write = writer(page), { sheet } = page;
  const given = Object.fromEntries(Object.entries(page.given ?? {}).map(([name, v]) => [name, constant(v)]));
  page.options = compute({ ...sheet, quantities: [], parts: [], summary: null, outputs: [] }, {}, write).options;
  const control = builder(page, write);
  const asked = sheet.fields.filter((field) => !(field.name in given));
  const controls = asked.map((field) => [field.name, control(field.name, field)]);
  const form = make("form", { class: "formula-form", "aria-label": page.words["form.label"] }, ...controls.map(([, c]) => c.node));
  const status = make("p", { class: "formula-status", role: "status" });
  const shown = holder.querySelector(".formula-results");
  let last;
  const read = () => ({ ...Object.fromEntries(controls.map(([name, c]) => [name, c.read()])), ...given });
  function update() {
    last = compute(sheet, read(), write);
    const open = new Set([...shown.querySelectorAll("details")].flatMap((one, at) => (one.open ? [at] : [])));
    shown.replaceChildren(...results(last, page, write));
    [...shown.querySelectorAll("details")].forEach((one, at) => { one.open = open.has(at); });
    const checks = last.parts.flatMap((part) => part.checks);
    const count = (verdict) => checks.filter((one) => one.verdict === verdict).length;
    const said = page.words["form.status"].replace("{met}", count("met")).replace("{failed}", count("not-met")).replace("{unknown}", count("unknown"));
    if (status.textContent !== said) status.textContent = said;
  }
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(update, 150); };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("submit", (event) => { event.preventDefault(); update(); });
  const fill = (input) => { for (const [name, c] of controls) c.fill(input[name] ?? null); update(); };
  const examples = (page.examples ?? []).map(({ title, input }) => {
    const button = make("button", { type: "button" }, title);
    button.addEventListener("click", () => fill(input));
    return button;
  });
  // A plan's own page leads here with its name in the address.
  const addressed = () => (page.examples ?? []).find(({ id }) => location.hash === `#${id}`);
  window.addEventListener("hashchange", () => { const found = addressed(); if (found) fill(found.input); });
  const clear = make("button", { type: "button", class: "quiet" }, page.words["form.clear"]);
  clear.addEventListener("click", () => fill(page.blank ?? {}));
  const top = make("div", { class: "formula-examples" }, examples.length > 0 && make("span", {}, page.words["form.examples"]), ...examples, clear);
  holder.querySelector(".formula-place").replaceChildren(top, form, status);
  fill(addressed()?.input ?? page.blank ?? {});
  // For tests: what the program's own JSON would say.
  holder.formula = {
    fill,
    answer: () => ({ requirements: last.parts.flatMap((part) => part.checks.map((one) => one.json)), outputs: last.outputs }),
  };
}

for (const holder of document.querySelectorAll(".formula")) start(holder);
}
