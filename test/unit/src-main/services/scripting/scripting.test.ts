import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startForked } from '#main/platform/isolates/index.ts';
import { createScripting } from '#main/services/scripting/index.ts';
import { loadScriptParser } from '#main/services/scripting/pure/index.ts';
import { Lane } from '#main/services/scripting/script-runner.ts';
import { rateText, type ScriptDeclaration } from '#shared/throttle/index.ts';
import { workerFiles } from '#test/support/workers.ts';

const directory = mkdtempSync(join(tmpdir(), 'scripts-'));
let now = 0;
const logged: string[] = [];
const sent: string[] = [];
const broken: string[] = [];
await loadScriptParser();
const scripting = createScripting({
  directory,
  workerUrl: new URL(workerFiles.script),
  start: startForked,
  nowMillis: () => now,
  log: (level, text) => logged.push(`${level} ${text}`),
  noteBroken: ({ message }) => broken.push(message),
  send({ uri }) {
    sent.push(uri);
    return Promise.resolve({ status: 200, headers: {}, body: '{}' });
  },
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
    await expect(run('return 6')).rejects.toThrow('not a rate');
    await expect(run("return new ThrottlingRate(0, '1 s')")).rejects.toThrow(
      '0 is not a valid number of requests',
    );
    await expect(run("return new ThrottlingRate(1, 'soon')")).rejects.toThrow('a rate that is not possible');
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

  test('cannot break what hears it, whatever it does to the language', async () => {
    await expect(run("JSON.stringify = () => 'garbage'; return null")).resolves.toBe('');
    await expect(
      run('Object.prototype.toJSON = () => undefined; return new ThrottlingRate(1, "1 s")'),
    ).rejects.toMatchObject({ code: 'script.failed' });
    expect(await run("return new ThrottlingRate(4, '1 s')")).toBe('4/1 s');
  });

  test('sends nothing without a clientHandler, and no more than sixteen requests a run with one', async () => {
    const request = "{ method: 'GET', uri: 'http://127.0.0.1:1/', headers: {}, entity: null }";
    sent.length = 0;
    await expect(run(`return http.send(${request}).then(() => null)`)).rejects.toThrow('http');
    for (const name of ['http', '__send', '__log', 'headersOf'])
      expect(await run(`return typeof ${name} === 'undefined' ? null : new ThrottlingRate(1, '1 s')`)).toBe(
        '',
      );
    const flood = `const all = []; for (let i = 0; i < 50; i += 1) all.push(http.send(${request}));
      return Promise.allSettled(all).then((ends) => new ThrottlingRate(ends.filter((end) => end.status === 'fulfilled').length, '1 s'))`;
    expect(rateText(await load(flood, { hasClient: true }).rate(scope, 0))).toBe('16/1 s');
    expect(sent).toHaveLength(16);
    const large = `return http.send({ ...${request}, entity: 'x'.repeat(300000) }).then(() => null)`;
    await expect(load(large, { hasClient: true }).rate(scope, 0)).rejects.toThrow('characters at most');
  });

  test('logs no more than a hundred lines a run', async () => {
    logged.length = 0;
    expect(await run("for (let i = 0; i < 5000; i += 1) logger.info('x'); return null")).toBe('');
    expect(logged).toHaveLength(100);
    expect(logged.at(-1)).toContain('100 lines at most');
  });

  test('keeps globals by itself: another policy with the same text has its own, and it is never stateless', async () => {
    const count = "globals.n = (globals.n ?? 0) + 1; return new ThrottlingRate(globals.n, '1 s')";
    const [one, other] = [load(count), load(count)];
    expect(rateText(await one.rate(scope, 0))).toBe('1/1 s');
    expect(rateText(await one.rate(scope, 0))).toBe('2/1 s');
    expect(rateText(await other.rate(scope, 0))).toBe('1/1 s');
    for (const source of [count, 'this.n = 1; return null', 'ThrottlingRate.n = 1; return null'])
      expect(load(source).isStateless).toBe(false);
  });

  test('is refused where it would fail with each run: a name that is taken, or an argument that is a word of the language', () => {
    expect(() => load('const a = 1;\nconst context = 1; return null')).toThrow(/line 2.*context/);
    expect(() => load('const context = 1; return null')).toThrow(/line 1, column 7.*context/);
    expect(() => load('return delete x')).toThrow('line 1, column 8');
    expect(() => load('return null }); (() => {')).toThrow('script, line 1');
    for (const name of ['class', 'ThrottlingRate'])
      expect(() => load('return null', { args: { [name]: 1 } })).toThrow(`argument name ${name}`);
    expect(() => load(`return ${'('.repeat(90_000)}`)).toThrow('stack space');
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

  test('costs its own run, and a run behind it no more than the limit once', async () => {
    const limitMillis = 500;
    const runner = new Lane(
      {
        name: 'The script',
        body: "if ($hangs) for (;;) {} return new ThrottlingRate(3, '1 s')",
        bindings: ['hangs'],
        limitMillis,
        concurrency: 1,
      },
      {
        workerUrl: new URL(workerFiles.script),
        start: startForked,
        log: () => undefined,
        send: () => new Promise(() => undefined),
      },
    );
    await runner.run('{"hangs":false}');
    const ended: string[] = [];
    const note = (name: string) => (): void => void ended.push(name);
    const all = [
      runner.run('{"hangs":true}').catch(note('one that hangs')),
      runner.run('{"hangs":true}').catch(note('another that hangs')),
      runner.run('{"hangs":false}').then(note('the one behind')),
    ];
    await Promise.all(all);
    expect(ended).toEqual(['one that hangs', 'the one behind', 'another that hangs']);
    await runner.close();
  });

  test('runs no more after three time-outs in a row, while others do', async () => {
    const script = load(`${source} // another`);
    for (let time = 0; time < 3; time += 1)
      await expect(script.rate(post, 0)).rejects.toMatchObject({ code: 'script.timeout' });
    await expect(script.rate(scope, 0)).rejects.toMatchObject({ code: 'script.shut' });
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

  test('is followed: what is written there holds soon, and what is broken leaves the version before in force', async () => {
    const path = join(directory, 'scripts/live.groovy');
    writeFileSync(path, 'new ThrottlingRate(1, "1 s")');
    const script = load({ file: 'live.groovy' }, { type: 'application/x-groovy' });
    expect(rateText(await script.rate(scope, 0))).toBe('1/1 s');
    writeFileSync(path, 'new ThrottlingRate(2, "1 s")');
    expect(rateText(await script.rate(scope, 0))).toBe('1/1 s');
    now += 600;
    expect(rateText(await script.rate(scope, 0))).toBe('2/1 s');
    writeFileSync(path, 'new (');
    for (let time = 0; time < 3; time += 1) {
      now += 600;
      expect(rateText(await script.rate(scope, 0))).toBe('2/1 s');
    }
    expect(broken).toEqual([expect.stringMatching(/^scripts\/live\.groovy, line 1/)]);
    writeFileSync(path, 'new ThrottlingRate(3, "1 s")');
    now += 600;
    expect(rateText(await script.rate(scope, 0))).toBe('3/1 s');
  });

  test.each(['Other.groovy', '../outside.groovy', 'link.groovy', '/etc/passwd'])(
    'is not read at %s',
    (file) => {
      expect(() => load({ file }, { type: 'application/x-groovy' })).toThrow('The workspace has no script');
    },
  );
});

describe('a script that is not wanted any more', () => {
  const lanePorts = {
    workerUrl: new URL(workerFiles.script),
    start: startForked,
    log: () => undefined,
    send: () => Promise.resolve({ status: 200, headers: {}, body: '' }),
  };

  test('answers whoever waits for it, and starts nothing again', async () => {
    const own = createScripting({ ...lanePorts, directory, nowMillis: () => now });
    const slow = own.rateScript({
      type: 'application/javascript',
      source: 'const end = Date.now() + 400; while (Date.now() < end); return null',
      args: {},
      hasClient: false,
      pointer: '',
    });
    const waiting = Promise.allSettled(Array.from({ length: 4 }, async () => slow.rate(scope, 0)));
    await own.close();
    for (const end of await waiting)
      expect('reason' in end ? end.reason : end).toMatchObject({
        code: 'script.failed',
        message: expect.stringContaining('stopped'),
      });
    await expect(slow.rate(scope, 0)).rejects.toThrow('stopped');
  });

  test('that shares its worker with one that hangs is not run again where it has sent something', async () => {
    let sends = 0;
    const body =
      'if ($hangs) for (;;) {} return $http.send({ uri: "x", headers: {} }).then(() => new Promise(() => {}));';
    const runner = new Lane(
      { name: 'The script', body, bindings: ['hangs', 'http'], limitMillis: 500, concurrency: 32 },
      {
        ...lanePorts,
        send() {
          sends += 1;
          return lanePorts.send();
        },
      },
    );
    const sender = runner.run('{"hangs":false}');
    while (sends === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const both = await Promise.allSettled([runner.run('{"hangs":true}'), sender]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(sends).toBe(1);
    await runner.close();
  });
});
