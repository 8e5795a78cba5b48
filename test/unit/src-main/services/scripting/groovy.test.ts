import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startThread } from '#main/platform/isolates/index.ts';
import { createScripting } from '#main/services/scripting/index.ts';
import { rateText, type ScriptDeclaration } from '#shared/throttle/index.ts';
import { workerFiles } from '#test/support/workers.ts';

const now = 0;
const logged: string[] = [];
const scripting = createScripting({
  directory: mkdtempSync(join(tmpdir(), 'scripts-')),
  workerUrl: new URL(workerFiles.script),
  start: startThread,
  nowMillis: () => now,
  log: (level, text) => logged.push(`${level} ${text}`),
  send: ({ method, uri, headers }) =>
    Promise.resolve({
      status: 200,
      headers: { 'Content-Type': ['application/json'] },
      body: JSON.stringify({ method, uri, headers, requests: 7 }),
    }),
});
afterAll(() => scripting.close());

const scope = {
  attributes: {},
  request: {
    method: 'GET',
    uri: { path: '/orders/7', query: 'a=1' },
    headers: { 'X-Plan': ['gold', 'silver'] },
  },
  contexts: {
    oauth2: {
      accessToken: { info: { mail: 'ann@example.com', status: 'gold', level: 3, roles: ['a', 'b'] } },
    },
    client: { remoteAddress: '127.0.0.1' },
  },
};

function declare(source: string, more: Partial<ScriptDeclaration> = {}): ScriptDeclaration {
  return { type: 'application/x-groovy', source, args: {}, hasClient: false, pointer: '', ...more };
}

async function rate(source: string, more: Partial<ScriptDeclaration> = {}): Promise<string> {
  return rateText(await scripting.rateScript(declare(source, more)).rate(scope, 0));
}

/** The value of an expression, seen as the number of requests of a rate. */
const number = (expression: string, before = '') =>
  rate(`${before}\nreturn new ThrottlingRate(${expression}, '10 s')`).then((text) =>
    Number(text.split('/')[0]),
  );
const isTrue = (expression: string, before = '') =>
  number(`(${expression}) ? 1 : 2`, before).then((one) => one === 1);

const importLine = 'import com.example.gateway.throttling.ThrottlingRate';

describe('a script in the subset of Groovy', () => {
  test('of the document’s fourth rule gives six to gold and null to others', async () => {
    const source = `${importLine}

if (attributes.status == 'gold' || contexts.oauth2.accessToken.info.status == status) {
  return new ThrottlingRate(6, '10 seconds')
} else {
  return null
}`;
    expect(await rate(source, { args: { status: 'gold' } })).toBe('6/10 seconds');
    expect(await rate(source, { args: { status: 'bronze' } })).toBe('');
  });

  test('gives the value of its last statement, of a branch too', async () => {
    expect(await rate('new ThrottlingRate(6, "10 s")')).toBe('6/10 s');
    expect(await rate('if (1 > 2) { null }\nelse if (2 > 1) new ThrottlingRate(3, "1 s")\nelse null')).toBe(
      '3/1 s',
    );
    expect(await rate('def rate = new ThrottlingRate(2, "1 s")')).toBe('2/1 s');
    expect(await rate('')).toBe('');
  });

  test('declares variables with def, final and a type', async () => {
    const before = `def a = 1
final int b = 2
String c = 'x'
Map<String, List<Integer>> d = [k: [4]]
int[] e = [5]
def f
f = 6`;
    expect(await number('a + b + c.length() + d.k[0] + e[0] + f', before)).toBe(19);
  });

  test('compares by value, and null with anything', async () => {
    expect(await isTrue('[1, [k: "v"]] == [1, [k: "v"]] && "a" != null && null == null && 2 == 2.0')).toBe(
      true,
    );
    expect(await isTrue('contexts.oauth2.accessToken.info.unknown == null')).toBe(true);
  });

  test('takes as true what Groovy takes as true', async () => {
    expect(await isTrue('!"" && ![] && ![:] && !0 && !null && "x" && [0] && 1')).toBe(true);
  });

  test('has ?: with two and three parts, and ?.', async () => {
    expect(await number('contexts.nothing?.accessToken?.level ?: 4')).toBe(4);
    expect(await number('contexts.oauth2?.accessToken?.info?.level ?: 4')).toBe(3);
    expect(await number('request.method == "GET"\n  ? 8\n  : 9')).toBe(8);
    expect(await number('"".isEmpty() ? 1 : 2')).toBe(1);
  });

  test('has texts with values, of several lines and in single quotes', async () => {
    expect(await isTrue('"$m/${1 + 1}: ${request.method}" == \'GET/2: GET\'', 'def m = request.method')).toBe(
      true,
    );
    expect(await isTrue("'${1}' == '\\${' + '1}'")).toBe(true);
    expect(await isTrue('"""a\n  b""".contains("\\n")')).toBe(true);
    expect(await isTrue('"at $request.uri.path" == "at /orders/7"')).toBe(true);
  });

  test('has lists and maps, with their methods and closures', async () => {
    expect(await number('[gold: 6, "sil" + "": 3, (request.method): 1].GET')).toBe(1);
    expect(await number('[1, 2, 3].findAll { it > 1 }.collect { n -> n * 2 }.sum()')).toBe(10);
    expect(await number('[a: 1].getOrDefault("b", 9) + [:].size() + [1, 2][-1]')).toBe(11);
    expect(await isTrue('contexts.oauth2.accessToken.info.roles.contains("b")')).toBe(true);
    expect(await number('counts.a', 'def counts = [a: 1]\ncounts.a += 4\ncounts["b"] = 2')).toBe(5);
  });

  test('reads headers whatever their case', async () => {
    expect(
      await isTrue('request.headers["x-plan"][0] == "gold" && request.headers.getFirst("X-PLAN") == "gold"'),
    ).toBe(true);
    expect(await isTrue('request.headers.containsKey("x-PLAN") && request.headers["x-other"] == null')).toBe(
      true,
    );
    expect(await isTrue("request.headers.'X-Plan'.size() == 2")).toBe(true);
  });

  test('calls closures that it has kept', async () => {
    expect(await number('twice(3) + twice.call(1)', 'def twice = { int n -> n * 2 }')).toBe(8);
  });

  test('goes on in the next line behind a dot and in brackets, and ends at semicolons', async () => {
    expect(await number('x\n  .trim()\n  .length()', 'def x = " abc ";;def y = 2;')).toBe(3);
  });

  test('has comments of all kinds', async () => {
    const before = '#!/usr/bin/env groovy\ndef two = 1 /* one\nand */ + 1 // make two';
    expect(await number('two', before)).toBe(2);
  });

  test('has chains as long as people write them', async () => {
    expect(await number(`${'1 + '.repeat(500)}1`)).toBe(501);
  });

  test('keeps globals from run to run, and says so', async () => {
    const script = scripting.rateScript(
      declare('globals.n = (globals.n ?: 0) + 1\nnew ThrottlingRate(globals.n, "1 s")'),
    );
    expect(script.isStateless).toBe(false);
    expect(rateText(await script.rate(scope, 0))).toBe('1/1 s');
    expect(rateText(await script.rate(scope, 0))).toBe('2/1 s');
    expect(scripting.rateScript(declare('new ThrottlingRate(1, "1 s")')).isStateless).toBe(true);
  });

  test('gives a promise, of its own or of a request that it sends', async () => {
    expect(await rate('Promises.newResultPromise(new ThrottlingRate(5, "1 s"))')).toBe('5/1 s');
    expect(
      await rate(
        `import static com.example.util.promise.Promises.newResultPromise
def request = null
return newResultPromise(new ThrottlingRate(4, "1 s"))`.replace('def request = null\n', ''),
      ),
    ).toBe('4/1 s');
    const asking = `import com.example.protocol.Request
def question = new Request()
question.uri = "http://127.0.0.1:1/plans"
question.method = 'POST'
return http.send(question).then { answer ->
  logger.info("plans: " + answer.status.code)
  new ThrottlingRate(answer.entity.json.requests, '10 s')
}`;
    expect(await rate(asking, { hasClient: true })).toBe('7/10 s');
    expect(logged).toContain('info plans: 200');
  });
});

describe('what the subset does not have is refused when the script is loaded, with its place', () => {
  const refusals: readonly (readonly [source: string, line: number, what: RegExp])[] = [
    ['def x = 1\nfor (i in [1]) { }', 2, /word for/],
    ['\nwhile (true) { }', 2, /word while/],
    ['try { } catch (e) { }', 1, /word try/],
    ['class A { }', 1, /word class/],
    ['def f(x) { x }', 1, /method/],
    ['import java.io.File', 1, /class File/],
    ['import java.util.*', 1, /wildcard import/],
    ['return new File("/etc/passwd")', 1, /The class File is not (?:available|part of)/],
    ['def x = 1\n\nprintln x', 3, /call without parentheses/],
    ['println("x")', 1, /method println/],
    ['return System.exit(1)', 1, /variable System is not declared/],
    ['return "x" =~ /y/', 1, /operator =~/],
    ['def l = [1, 2]\nreturn l*.toString()', 2, /operator \*\./],
    ['return 1..3', 1, /operator \.\./],
    ['def i = 1\ni++', 2, /operator \+\+/],
    ['x = 3', 1, /variable x is not declared/],
    ['request = 3', 1, /predefined and read-only/],
    ['def (a, b) = [1, 2]', 1, /several variables/],
    ['return [a: 1, 2]', 1, /has no key/],
    ['def x = "abc', 1, /is not closed/],
    ['if (true) {\n  return null', 2, /Expected “}”/],
    ['def x = 1\ndef x = 2', 2, /x is already declared/],
    ['return new ThrottlingRate(numberOfRequests: 6)', 1, /named argument/],
    ['switch (1) { case 1: return null }', 1, /word switch/],
    [`return ${'('.repeat(200)}1${')'.repeat(200)}`, 1, /nested too deeply/],
    [`return ${'1+'.repeat(50_000)}1`, 1, /nested too deeply/],
    [`return ''${'.b'.repeat(60_000)}`, 1, /nested too deeply/],
  ];
  test.each(refusals)('%j', (source, line, what) => {
    expect(() => scripting.rateScript(declare(source))).toThrow(what);
    try {
      scripting.rateScript(declare(source));
    } catch (error) {
      expect(error).toMatchObject({ code: 'script.invalid', location: { line } });
    }
  });

  test('an argument that would hide a binding, and a language that there is not', () => {
    expect(() => scripting.rateScript(declare('null', { args: { request: 1 } }))).toThrow(
      'argument name request',
    );
    expect(() => scripting.rateScript(declare('null', { type: 'text/x-python' }))).toThrow(
      'text/x-python is not supported',
    );
  });
});
