import { describe, expect, test } from 'vitest';
import { startThread } from '#main/platform/isolates/index.ts';
import { evaluateOnce } from '#main/services/scripting/evaluate-once.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { workerFiles } from '#test/support/workers.ts';

const javascript = 'application/javascript';
const groovy = 'application/x-groovy';
const logged: string[] = [];
const ports = {
  workerUrl: new URL(workerFiles.script),
  start: startThread,
  log: (level: string, text: string) => void logged.push(`${level} ${text}`),
  send: () => Promise.reject(new Error('Scripts that run once send nothing.')),
};
/** For scripts that never end: nobody has to wait for them as long as a person would. */
const impatient = { ...ports, limitMillis: 250 };

const bindings = {
  args: { name: 'Ann', groups: ['a', 'b'] },
  connector: { configuration: { serviceUri: 'https://hr.example.com' } },
};

function evaluate(source: string, type = javascript, given: Record<string, JsonValue> = bindings) {
  return evaluateOnce({ name: 'The script of hr', type, source }, given, ports);
}

function harm(source: string) {
  return evaluateOnce({ name: 'The script of hr', type: javascript, source }, bindings, impatient);
}

describe('a script that runs once', () => {
  test.each([
    [
      javascript,
      'return { hello: args.name, at: connector.configuration.serviceUri, count: args.groups.length }',
    ],
    [groovy, 'return [hello: args.name, at: connector.configuration.serviceUri, count: args.groups.size()]'],
  ])('sees its bindings and returns a value: %s', async (type, source) => {
    expect(await evaluate(source, type)).toEqual({ hello: 'Ann', at: 'https://hr.example.com', count: 2 });
  });

  test('may return nothing, a promise, or a text with any character', async () => {
    expect(await evaluate('const x = 1')).toBeNull();
    expect(await evaluate('return null')).toBeNull();
    expect(await evaluate('return Promise.resolve([1, "ä\\u0000\\u2028"])')).toEqual([1, 'ä\u0000\u2028']);
  });

  test('finds an argument that can be no variable in what holds it', async () => {
    const given = { args: { 'not-a-name': 1 }, 'not-a-name': 1 };
    expect(await evaluate("return args['not-a-name']", javascript, given)).toBe(1);
  });

  test('changes nothing for the next one, and writes to the log', async () => {
    logged.length = 0;
    expect(
      await evaluate("args.name = 'Ben'; globalThis.kept = 1; logger.info('seen'); return args.name"),
    ).toBe('Ben');
    expect(await evaluate('return [args.name, typeof kept]')).toEqual(['Ann', 'undefined']);
    expect(bindings.args.name).toBe('Ann');
    expect(logged).toEqual(['info seen']);
  });
});

describe('a script that does harm ends in a clear error', () => {
  test('an endless loop', async () => {
    await expect(harm('for (;;) {}')).rejects.toMatchObject({
      code: 'script.timeout',
      message: expect.stringContaining('The script of hr took longer than 250 ms'),
    });
  });

  test('a promise that never ends', async () => {
    await expect(harm('return new Promise(() => {})')).rejects.toMatchObject({
      code: expect.stringMatching(/^script\.(?:timeout|failed)$/),
      message: expect.stringContaining('The script of hr'),
    });
  });

  test.each([
    ['a memory bomb', 'const all = []; for (;;) all.push(new Array(100000).fill(all.length))'],
    ['a text that doubles', "let text = 'x'; for (;;) text += text"],
    ['a recursion without end', 'function deeper(n) { return deeper(n + 1) + 1 } return deeper(0)'],
    ['a list in itself', 'const list = []; list.push(list); return list'],
  ])('%s', async (_what, source) => {
    await expect(harm(source)).rejects.toMatchObject({
      code: expect.stringMatching(/^script\.(?:failed|timeout)$/),
      message: expect.stringContaining('The script of hr'),
    });
  });

  test('a value that is too long', async () => {
    await expect(evaluate("return 'x'.repeat(300000)")).rejects.toMatchObject({
      code: 'script.failed',
      message: 'The script of hr returned a value that is too large or not JSON.',
      fix: expect.stringContaining('256 kB'),
    });
    expect(await evaluate("return 'x'.repeat(200000).length")).toBe(200_000);
  });
});

describe('a script cannot leave its sandbox', () => {
  test('nothing of the machine is there', async () => {
    for (const name of [
      'process',
      'require',
      'module',
      'fetch',
      'XMLHttpRequest',
      'setTimeout',
      'Buffer',
      'WebAssembly',
    ])
      expect([name, await evaluate(`return typeof ${name}`)]).toEqual([name, 'undefined']);
  });

  test.each([
    "return args.constructor.constructor('return process')().env",
    "return (() => {}).constructor('return this.process.exit(1)')()",
    'return process.env',
    "return require('node:fs').readFileSync('/etc/passwd', 'utf8')",
    "return fetch('http://127.0.0.1:1/')",
    "return import('node:child_process')",
    "return globalThis['pro' + 'cess'].mainModule",
  ])('%s', async (source) => {
    await expect(evaluate(source)).rejects.toMatchObject({
      code: expect.stringMatching(/^script\.(?:failed|invalid)$/),
    });
  });

  test.each([
    "return 'id'.execute().text",
    "return new File('/etc/passwd').text",
    'return System.getenv()',
    "return Class.forName('java.lang.Runtime')",
    'while (true) {}',
  ])('Groovy: %s', async (source) => {
    await expect(evaluate(source, groovy)).rejects.toMatchObject({
      code: expect.stringMatching(/^script\.(?:failed|invalid)$/),
      message: expect.stringContaining('The script of hr'),
    });
  });
});

describe('a script that cannot run says why', () => {
  test('one that is no script names line and column', async () => {
    await expect(evaluate('const x = 1;\nreturn {')).rejects.toMatchObject({
      code: 'script.invalid',
      message: expect.stringMatching(/^The script of hr, line 2, column \d+: /),
    });
  });

  test('one that throws names the line', async () => {
    await expect(evaluate('const x = 1;\nx.y.z')).rejects.toMatchObject({
      code: 'script.failed',
      message: expect.stringContaining('line 2'),
    });
  });

  test('one in another language', async () => {
    await expect(evaluate('1', 'text/x-python')).rejects.toMatchObject({ code: 'script.unknown-language' });
  });

  test('one that is stopped from outside ends at once', async () => {
    const stop = new AbortController();
    const running = evaluateOnce(
      { name: 'The script of hr', type: javascript, source: 'for (;;) {}' },
      bindings,
      ports,
      stop.signal,
    );
    setTimeout(() => stop.abort(), 200);
    await expect(running).rejects.toMatchObject({ code: 'script.failed' });
  });
});

describe('many scripts at once', () => {
  const busy =
    "logger.info('begins'); for (const end = Date.now() + 200; Date.now() < end; ); logger.info('ends')";

  test('run two at a time, and all come to their end', async () => {
    logged.length = 0;
    // Each for so long that a worker which begins late still meets another, and none until a moment that is past by then.
    const long = busy.replace('200', '500');
    await Promise.all(Array.from({ length: 6 }, () => evaluate(long)));
    let running = 0;
    const counts = logged.map((line) => (running += line.endsWith('begins') ? 1 : -1));
    expect(counts).toHaveLength(12);
    expect(Math.max(...counts)).toBe(2);
  });

  test('do not begin when they were stopped before, or while they waited', async () => {
    logged.length = 0;
    const script = { name: 'The script of hr', type: javascript, source: busy };
    const stop = new AbortController();
    const stopped = { code: 'script.failed', message: expect.stringContaining('before it started') };
    await expect(evaluateOnce(script, bindings, ports, AbortSignal.abort())).rejects.toMatchObject(stopped);
    const others = [evaluate(busy), evaluate(busy)];
    const waiting = evaluateOnce(script, bindings, ports, stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(waiting).rejects.toMatchObject(stopped);
    await Promise.all(others);
    expect(await evaluate('return 1')).toBe(1);
    expect(logged).toHaveLength(4);
  });
});
