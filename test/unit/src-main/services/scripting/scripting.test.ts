import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createScripting } from '#main/services/scripting/index.ts';
import { Lane } from '#main/services/scripting/lane.ts';
import { loadScriptParser } from '#shared/scripting/index.ts';
import { rateText, type ScriptDeclaration } from '#shared/throttling/index.ts';
import { workerFiles } from '#test/support/workers.ts';

const directory = mkdtempSync(join(tmpdir(), 'scripts-'));
let now = 0;
await loadScriptParser();
const scripting = createScripting({
  directory,
  workerUrl: new URL(workerFiles.script),
  nowMillis: () => now,
  log: () => undefined,
  send: () => new Promise(() => undefined),
});
afterAll(() => scripting.close());

function load(source: ScriptDeclaration['source'], more: Partial<ScriptDeclaration> = {}) {
  return scripting.rateScript({
    type: 'application/javascript',
    source,
    args: {},
    hasClient: false,
    pointer: '',
    ...more,
  });
}

const scope = { request: { method: 'GET', headers: { Accept: ['*/*'] } }, contexts: {} };
const run = async (source: string) => rateText(await load(source).rate(scope, 0));

describe('a script in JavaScript', () => {
  test('is the body of a function with the bindings as variables', async () => {
    expect(
      await run("return request.headers['ACCEPT'][0] === '*/*' ? new ThrottlingRate(6, '10 s') : null"),
    ).toBe('6/10 s');
    expect(await run('return null')).toBe('');
    expect(await run("return Promise.resolve(new ThrottlingRate(2, '1 s'))")).toBe('2/1 s');
  });

  test('fails with the line when it throws, is no script, or gives something else', async () => {
    await expect(run('const x = 1;\nx.y.z')).rejects.toMatchObject({
      code: 'script.failed',
      message: expect.stringContaining('line 2'),
    });
    expect(() => load('const x = 1;\nreturn {')).toThrow(
      expect.objectContaining({ code: 'script.invalid', location: expect.objectContaining({ line: 2 }) }),
    );
    await expect(run('return 6')).rejects.toThrow('no rate');
    await expect(run("return new ThrottlingRate(0, '1 s')")).rejects.toThrow('0 is no number of requests');
    await expect(run("return new ThrottlingRate(1, 'soon')")).rejects.toThrow('no bucket can keep');
    await expect(run("return Promise.reject(new Error('no plan'))")).rejects.toThrow('no plan');
  });

  test('reaches nothing of the machine', async () => {
    for (const name of ['process', 'require', 'fetch', 'setTimeout', 'WebAssembly', 'Buffer'])
      expect(await run(`return typeof ${name} === 'undefined' ? new ThrottlingRate(1, '1 s') : null`)).toBe(
        '1/1 s',
      );
    await expect(run("return import('node:fs').then(() => null)")).rejects.toMatchObject({
      code: 'script.failed',
    });
  });

  test('gets no more memory than its share, and the next run works', async () => {
    await expect(
      run("const all = []; for (;;) all.push('x'.repeat(100000) + all.length)"),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^script\.(failed|timeout)$/),
    });
    await expect(run('const f = () => f(); return f()')).rejects.toMatchObject({ code: 'script.failed' });
    expect(await run("return new ThrottlingRate(9, '1 s')")).toBe('9/1 s');
  });
});

describe('a script that hangs', () => {
  const source = "if (request.method === 'POST') for (;;) {} return new ThrottlingRate(3, '1 s')";
  const post = { ...scope, request: { method: 'POST', headers: {} } };

  test('costs its own run, and a run behind it no more than the limit once', {
    timeout: 20_000,
  }, async () => {
    // A long limit beside what a busy machine takes to begin another worker.
    const limitMillis = 3_000;
    const lane = new Lane(
      {
        name: 'The script',
        body: "if ($hangs) for (;;) {} return new ThrottlingRate(3, '1 s')",
        bindings: ['hangs'],
        limitMillis,
        concurrency: 1,
      },
      {
        workerUrl: new URL(workerFiles.script),
        log: () => undefined,
        send: () => new Promise(() => undefined),
      },
    );
    await lane.run('{"hangs":false}');
    const started = performance.now();
    const hung = [lane.run('{"hangs":true}'), lane.run('{"hangs":true}')];
    const behind = lane.run('{"hangs":false}').then(() => performance.now() - started);
    expect((await Promise.allSettled(hung)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await behind).toBeLessThan(limitMillis * 1.8);
    await lane.close();
  });

  test('runs no more after three time-outs in a row, while others do', async () => {
    const script = load(`${source} // another`);
    for (let time = 0; time < 3; time += 1)
      await expect(script.rate(post, 0)).rejects.toMatchObject({ code: 'script.timeout' });
    const started = performance.now();
    await expect(script.rate(scope, 0)).rejects.toMatchObject({ code: 'script.shut' });
    expect(performance.now() - started).toBeLessThan(50);
    expect(await run("return new ThrottlingRate(8, '1 s')")).toBe('8/1 s');
  });

  test('in a regular expression is stopped too', async () => {
    await expect(run("return /(a+)+$/.test('a'.repeat(60) + 'b') ? null : null")).rejects.toMatchObject({
      code: 'script.timeout',
    });
  });
});

describe('the file of a script', () => {
  mkdirSync(join(directory, 'scripts/groovy'), { recursive: true });
  writeFileSync(join(directory, 'scripts/groovy/Plan.groovy'), 'new ThrottlingRate(4, "1 s")');
  writeFileSync(join(directory, 'outside.groovy'), 'new ThrottlingRate(5, "1 s")');
  symlinkSync(join(directory, 'outside.groovy'), join(directory, 'scripts/link.groovy'));

  test('lies in the folder scripts, or that of its language', async () => {
    const script = load({ file: 'Plan.groovy' }, { type: 'application/x-groovy' });
    expect(rateText(await script.rate(scope, 0))).toBe('4/1 s');
  });

  test('is followed: what is written there holds soon, and what is broken fails its requests', async () => {
    const path = join(directory, 'scripts/live.groovy');
    writeFileSync(path, 'new ThrottlingRate(1, "1 s")');
    const script = load({ file: 'live.groovy' }, { type: 'application/x-groovy' });
    expect(rateText(await script.rate(scope, 0))).toBe('1/1 s');
    writeFileSync(path, 'new ThrottlingRate(2, "1 s")');
    expect(rateText(await script.rate(scope, 0))).toBe('1/1 s');
    now += 600;
    expect(rateText(await script.rate(scope, 0))).toBe('2/1 s');
    writeFileSync(path, 'new (');
    now += 600;
    await expect(script.rate(scope, 0)).rejects.toMatchObject({ code: 'script.invalid' });
  });

  test.each(['Other.groovy', '../outside.groovy', 'link.groovy', '/etc/passwd'])(
    'is not read at %s',
    (file) => {
      expect(() => load({ file }, { type: 'application/x-groovy' })).toThrow('There is no script');
    },
  );
});
