/** Limits of one run: requests it sends, characters of each, and lines it logs. */
const maxSends = 16;
const maxCharacters = 262_144;
const maxLines = 100;

/**
 * The environment of scripts in the sandbox, in its own language: the classes they may make, and `G`, the meaning of
 * the operators and methods of Groovy. It runs in QuickJS and nowhere else. It leaves no global behind: scripts reach
 * only the values handed to them, and their changes to the globals of the language alter none of it.
 */
export const prelude = String.raw`'use strict'; ((__send, __log) => {
const { parse, stringify } = JSON;
class ThrottlingRate {
  constructor(numberOfRequests, duration) {
    this.numberOfRequests = numberOfRequests;
    this.duration = duration;
    Object.freeze(this);
  }
}
class Request {
  constructor() {
    this.method = 'GET';
    this.uri = '';
    this.headers = {};
    this.entity = null;
  }
  setMethod(method) { this.method = method; return this; }
  setUri(uri) { this.uri = uri; return this; }
  setEntity(entity) { this.entity = entity; return this; }
}
const G = (() => {
  const fail = (message) => { throw new TypeError(message); };
  const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const kindOf = (value) =>
    value === null || value === undefined ? 'null'
    : Array.isArray(value) ? 'a list'
    : typeof value === 'string' ? 'a text'
    : typeof value === 'number' ? 'a number'
    : typeof value === 'boolean' ? 'a truth value'
    : typeof value === 'function' ? 'a closure'
    : value instanceof Promise ? 'a promise'
    : 'a map';
  const truth = (value) =>
    value === null || value === undefined || value === false || value === 0 || value === '' ? false
    : Array.isArray(value) ? value.length > 0
    : isMap(value) && Object.getPrototypeOf(value) === null ? Object.keys(value).length > 0
    : true;
  const equal = (a, b) => {
    if (a === b) return true;
    if (a === undefined || a === null) return b === undefined || b === null;
    if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
    if (isMap(a) && isMap(b)) {
      const keys = Object.keys(a);
      return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
    }
    return false;
  };
  const show = (value) =>
    value === null || value === undefined ? 'null'
    : Array.isArray(value) ? '[' + value.map(show).join(', ') + ']'
    : isMap(value) ? '[' + (Object.keys(value).map((key) => key + ':' + show(value[key])).join(', ') || ':') + ']'
    : String(value);
  const number = (value) => (typeof value === 'number' ? value : fail(kindOf(value) + ' is not a number'));
  const order = (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
    return fail(kindOf(a) + ' cannot be compared with ' + kindOf(b));
  };
  const map = (entries) => {
    const made = Object.create(null);
    for (const [key, value] of entries) made[show(key)] = value;
    return made;
  };
  const get = (object, name) => {
    if (object === null || object === undefined) fail('Cannot read ' + name + ' of null');
    if (isMap(object)) return Object.hasOwn(object, name) || (object instanceof Proxied && name in object) ? object[name] ?? null : null;
    if (Array.isArray(object) && name !== 'length') return object.map((item) => get(item, name));
    return fail(kindOf(object) + ' has no member ' + name);
  };
  const at = (object, index) => {
    if (Array.isArray(object) || typeof object === 'string') {
      const place = number(index) < 0 ? object.length + index : index;
      return object[place] ?? null;
    }
    return get(object, show(index));
  };
  const regex = (text, flags) => new RegExp(text, flags);
  const texts = {
    contains: (s, part) => s.includes(part), startsWith: (s, part) => s.startsWith(part), endsWith: (s, part) => s.endsWith(part),
    toLowerCase: (s) => s.toLowerCase(), toUpperCase: (s) => s.toUpperCase(), trim: (s) => s.trim(),
    length: (s) => s.length, size: (s) => s.length, isEmpty: (s) => s === '', isBlank: (s) => s.trim() === '',
    substring: (s, from, to) => s.substring(from, to ?? s.length), indexOf: (s, part) => s.indexOf(part),
    lastIndexOf: (s, part) => s.lastIndexOf(part), charAt: (s, at) => s.charAt(at), concat: (s, more) => s + more,
    replace: (s, what, by) => s.replaceAll(what, () => by), replaceAll: (s, what, by) => s.replace(regex(what, 'g'), by),
    split: (s, by) => s.split(regex(by)), tokenize: (s, by) => s.split(by ?? ' ').filter((part) => part !== ''),
    matches: (s, what) => regex('^(?:' + what + ')$').test(s), equals: (s, other) => s === other,
    equalsIgnoreCase: (s, other) => typeof other === 'string' && s.toLowerCase() === other.toLowerCase(),
    compareTo: (s, other) => order(s, other), toString: (s) => s,
    toInteger: (s) => whole(s), toLong: (s) => whole(s), toDouble: (s) => decimal(s), isInteger: (s) => /^[+-]?\d+$/.test(s.trim()),
  };
  const whole = (s) => (/^[+-]?\d+$/.test(s.trim()) ? Number(s) : fail('“' + s + '” is no whole number'));
  const decimal = (s) => (s.trim() !== '' && Number.isFinite(Number(s)) ? Number(s) : fail('“' + s + '” is no number'));
  const lists = {
    size: (l) => l.length, isEmpty: (l) => l.length === 0, get: (l, i) => at(l, i), first: (l) => l[0] ?? null, last: (l) => l.at(-1) ?? null,
    contains: (l, item) => l.some((each) => equal(each, item)), indexOf: (l, item) => l.findIndex((each) => equal(each, item)),
    join: (l, by) => l.map(show).join(by ?? ''), any: (l, test) => l.some((item) => truth(test(item))),
    every: (l, test) => l.every((item) => truth(test(item))), find: (l, test) => l.find((item) => truth(test(item))) ?? null,
    findAll: (l, test) => l.filter((item) => truth(test(item))), collect: (l, make) => l.map((item) => make(item)),
    each: (l, act) => (l.forEach((item) => act(item)), l), add: (l, item) => (l.push(item), true),
    sum: (l) => l.reduce((a, b) => plus(a, b)), max: (l) => l.reduce((a, b) => (order(a, b) >= 0 ? a : b)),
    min: (l) => l.reduce((a, b) => (order(a, b) <= 0 ? a : b)), sort: (l) => [...l].sort(order), reverse: (l) => [...l].reverse(), toString: (l) => show(l),
  };
  const maps = {
    get: (m, key) => get(m, show(key)), getOrDefault: (m, key, other) => get(m, show(key)) ?? other,
    containsKey: (m, key) => Object.hasOwn(m, show(key)) || (m instanceof Proxied && show(key) in m), containsValue: (m, value) => Object.values(m).some((each) => equal(each, value)),
    size: (m) => Object.keys(m).length, isEmpty: (m) => Object.keys(m).length === 0, keySet: (m) => Object.keys(m), values: (m) => Object.values(m),
    put: (m, key, value) => { const old = get(m, show(key)); m[show(key)] = value; return old; },
    remove: (m, key) => { const old = get(m, show(key)); delete m[show(key)]; return old; },
    any: (m, test) => Object.entries(m).some(([key, value]) => truth(test(key, value))),
    every: (m, test) => Object.entries(m).every(([key, value]) => truth(test(key, value))),
    each: (m, act) => (Object.entries(m).forEach(([key, value]) => act(key, value)), m), getFirst: (m, key) => get(m, show(key))?.[0] ?? null, toString: (m) => show(m),
  };
  const numbers = {
    intValue: (n) => Math.trunc(n), longValue: (n) => Math.trunc(n), doubleValue: (n) => n, toInteger: (n) => Math.trunc(n), toLong: (n) => Math.trunc(n),
    abs: (n) => Math.abs(n), equals: (n, other) => n === other, compareTo: (n, other) => order(n, other), toString: (n) => String(n),
  };
  const truths = { equals: (b, other) => b === other, toString: (b) => String(b) };
  const closures = { call: (f, ...args) => f(...args) };
  const awaited = { then: (p, act, failed) => p.then(act, failed), thenOnResult: (p, act) => p.then((value) => (act(value), value)) };
  const promises = Object.freeze({
    newResultPromise: (value) => Promise.resolve(value), resolve: (value) => Promise.resolve(value),
    newExceptionPromise: (error) => Promise.reject(error),
  });
  const tableOf = (value) =>
    typeof value === 'string' ? texts : typeof value === 'number' ? numbers : typeof value === 'boolean' ? truths
    : typeof value === 'function' ? closures : value instanceof Promise ? awaited : Array.isArray(value) ? lists : maps;
  const run = (closure, args) => (typeof closure === 'function' ? closure(...args) : fail(kindOf(closure) + ' cannot be called'));
  const call = (object, name, args) => {
    if (object === null || object === undefined) fail('Cannot call ' + name + ' of null');
    const table = tableOf(object);
    if (Object.hasOwn(table, name)) return table[name](object, ...args) ?? null;
    if (isMap(object) && typeof object[name] === 'function' && (object === promises || object instanceof Request || Object.isFrozen(object))) return object[name](...args) ?? null;
    if (isMap(object) && Object.hasOwn(object, name)) return run(object[name], args);
    return fail(kindOf(object) + ' has no method ' + name);
  };
  const plus = (a, b) =>
    typeof a === 'string' || typeof b === 'string' ? show(a) + show(b)
    : Array.isArray(a) ? a.concat(b)
    : isMap(a) && isMap(b) ? map([...Object.entries(a), ...Object.entries(b)])
    : number(a) + number(b);
  return Object.freeze({
    truth, equal, differ: (a, b) => !equal(a, b), less: (a, b) => order(a, b) < 0, most: (a, b) => order(a, b) <= 0,
    more: (a, b) => order(a, b) > 0, least: (a, b) => order(a, b) >= 0, number, plus,
    minus: (a, b) => number(a) - number(b), times: (a, b) => number(a) * number(b),
    by: (a, b) => (number(b) === 0 ? fail('Division by zero') : number(a) / b), rest: (a, b) => number(a) % number(b),
    text: (parts) => parts.map(show).join(''), map, get, at, call, run, promises,
    safeGet: (object, name) => (object === null || object === undefined ? null : get(object, name)),
    safeCall: (object, name, args) => (object === null || object === undefined ? null : call(object, name, args)),
    orElse: (value, other) => (truth(value) ? value : other()),
    put: (object, name, value) => (isMap(object) || Array.isArray(object) ? (object[typeof name === 'number' ? name : show(name)] = value) : fail(kindOf(object) + ' cannot be changed')),
  });
})();
class Proxied {}
const headersOf = (raw) => {
  const byName = new Map(Object.entries(raw ?? {}).map(([name, values]) => [name.toLowerCase(), values]));
  return new Proxy(new Proxied(), {
    get: (_, name) => (typeof name === 'string' ? byName.get(name.toLowerCase()) : undefined),
    has: (_, name) => typeof name === 'string' && byName.has(name.toLowerCase()),
    ownKeys: () => [...byName.keys()],
    getOwnPropertyDescriptor: (_, name) => byName.has(String(name).toLowerCase()) ? { value: byName.get(String(name).toLowerCase()), enumerable: true, configurable: true } : undefined,
    set: () => false,
  });
};
const globals = Object.create(null);
const refused = (message) => Promise.reject(new Error(message));
const httpOf = (run) => {
  let sent = 0;
  return Object.freeze({
    send: (request) => {
      const { method, uri, headers, entity } = request;
      if ((sent += 1) > ${maxSends}) return refused('A run sends ${maxSends} requests at most');
      const text = stringify({ method, uri, headers, entity });
      if (text.length > ${maxCharacters}) return refused('A request has ${maxCharacters} characters at most');
      return __send(run, text).then((given) => {
        const answer = parse(given);
        const body = { string: answer.body, getString: () => answer.body, getJson: () => parse(answer.body) };
        Object.defineProperty(body, 'json', { enumerable: true, get: () => parse(answer.body) });
        const status = { code: answer.status, isSuccessful: () => answer.status >= 200 && answer.status < 300 };
        return Object.freeze({ status: Object.freeze(status), headers: headersOf(answer.headers), entity: Object.freeze(body) });
      });
    },
  });
};
const loggerOf = () => {
  let left = ${maxLines};
  const write = (level, text) => {
    if (left > 0) __log(level, left === 1 ? 'A run writes ${maxLines} lines at most: the rest is left out.' : String(text));
    left -= 1;
  };
  return Object.freeze(Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error'].map((level) => [level, (text) => write(level, text)])));
};
const run = (body, text, id) => {
  const bindings = parse(text);
  if (bindings.request) bindings.request.headers = headersOf(bindings.request.headers);
  const given = { ...bindings, globals, logger: loggerOf() };
  return body(__send === undefined ? given : { ...given, http: httpOf(id) });
};
const jsonOf = (value) => {
  try {
    const json = stringify(value);
    return typeof json === 'string' && json.length <= ${maxCharacters} ? json : null;
  } catch {
    return null;
  }
};
const result = (value) =>
  stringify(
    value === null || value === undefined ? { kind: 'none' }
    : value instanceof ThrottlingRate ? { kind: 'rate', numberOfRequests: typeof value.numberOfRequests === 'number' ? value.numberOfRequests : null, duration: String(value.duration).slice(0, 1000) }
    : { kind: 'value', json: jsonOf(value) },
  );
return Object.freeze({ run, result, ThrottlingRate: Object.freeze(ThrottlingRate), Request: Object.freeze(Request), G });
})
`;
