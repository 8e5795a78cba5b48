import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { storeLogs } from '#main/services/throttle/index.ts';
import { readingSchema } from '#shared/throttle/traffic/recipe.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';

const folder = startedAnew(temporaryDirectory);

function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const line = (second: number) =>
  `192.0.2.1 - - [10/Oct/2025:13:55:0${second} +0000] "GET /orders HTTP/1.1" 200 12 "-" "curl/8"\n`;
const log = `${line(1).repeat(4)}${line(2)}`;

const route = throttledRoute({
  requestGroupingPolicy: '',
  rate: { numberOfRequests: 2, duration: '1 s' },
});

const state = () => join(folder.path, 'state');

/** A workspace with the traffic of a log as an import leaves it: requests in the state, and the log wherever it was. */
async function importedWorkspace(): Promise<readonly [route: string, traffic: string]> {
  file('shop/gatehouse.json', { name: 'Shop', id: 'shop-1' });
  const path = file('downloads/access.log', log);
  const input = {
    files: [{ path, name: 'access.log', sizeBytes: log.length }],
    reading: readingSchema.parse({}),
    hash: (text: string) => `h-${text}`,
    onProgress: () => undefined,
    rest: () => Promise.resolve(),
  };
  const { traffic } = await storeLogs(input, join(state(), 'traffic'), 'x.part');
  return [file('shop/routes/01-orders.json', route), file('shop/traffic/day.json', traffic)];
}

const simulate = (given: readonly string[], ...more: readonly string[]) =>
  runGatehouse(['simulate', ...given, ...more]);

describe('gatehouse simulate with a traffic file of a log', () => {
  test('takes the requests out of the state of its workspace', async () => {
    const given = await importedWorkspace();
    rmSync(join(folder.path, 'downloads'), { recursive: true });
    const { code, stdout } = await simulate(given, '--state-dir', state());
    expect(code).toBe(0);
    expect(stdout).toContain('accepted 4, rejected 1');
    // Two of four at once find a token.
    expect(stdout).toContain('evenly spread within each; all at once accepted 3, rejected 2');
    const once = await simulate(given, '--state-dir', state(), '--spread', 'once');
    expect(once.stdout).toContain('below all at once; evenly spread within each accepted 4, rejected 1');
    expect(once.stdout).toContain('offered 5, accepted 3, rejected 2');
  });

  test('reads the log again where the state has nothing of it, and comes to the same', async () => {
    const given = await importedWorkspace();
    const digest = async (...more: readonly string[]) =>
      (JSON.parse((await simulate(given, '--json', ...more)).stdout) as { result: { digest: string } }).result
        .digest;
    const stored = await digest('--state-dir', state());
    file('shop/traffic/access.log', log);
    const empty = join(folder.path, 'empty');
    expect(await digest('--state-dir', empty)).toBe(stored);
    const { stdout } = await simulate(given, '--state-dir', empty);
    expect(stdout).toContain('read 5 requests, access-log');
  });

  test('reads several logs again, also where a recipe names them in another order than that of time', async () => {
    file('shop/gatehouse.json', { name: 'Shop', id: 'shop-1' });
    const texts = [log, `${line(3)}${line(4)}`];
    const input = {
      files: texts.map((text, at) => ({
        path: file(`shop/traffic/${at}.log`, text),
        name: `${at}.log`,
        sizeBytes: text.length,
      })),
      reading: readingSchema.parse({}),
      hash: (text: string) => `h-${text}`,
      onProgress: () => undefined,
      rest: () => Promise.resolve(),
    };
    const { traffic } = await storeLogs(input, join(state(), 'traffic'), 'x.part');
    const { recorded } = traffic;
    const other = { ...traffic, recorded: { ...recorded, sources: recorded?.sources.toReversed() } };
    const given = [file('shop/routes/01-orders.json', route), file('shop/traffic/day.json', other)];
    const { code, stdout } = await simulate(given, '--state-dir', join(folder.path, 'empty'));
    expect([code, stdout]).toEqual([0, expect.stringContaining('read 7 requests, access-log')]);
  });

  test('says what is missing where neither is there: which state, which logs, and where they were looked for', async () => {
    const given = await importedWorkspace();
    const empty = join(folder.path, 'empty');
    const told = async () => {
      const { code, stdout } = await simulate(given, '--json', '--state-dir', empty);
      expect(code).toBe(1);
      return (JSON.parse(stdout) as { problem: { code: string; message: string; fix: string } }).problem;
    };
    const missing = await told();
    expect(missing.code).toBe('traffic.trace-gone');
    expect(missing.message).toContain(`not found in ${empty}`);
    expect(missing.message).toContain(`access.log was not found in ${join(folder.path, 'shop', 'traffic')}`);
    expect(missing.fix).toContain('--state-dir');
    file('shop/traffic/access.log', `${log}${line(3)}`);
    expect((await told()).message).toMatch(/access\.log has 516 bytes instead of 430 at the import/);
    file('shop/traffic/access.log', log.replace('192.0.2.1', '192.0.2.9'));
    expect((await told()).message).toContain('has changed since it was imported');
  });

  test('refuses a way to lay requests that there is not', async () => {
    const { code, stderr } = await simulate(await importedWorkspace(), '--spread', 'odd');
    expect([code, stderr]).toEqual([2, expect.stringContaining('Use one of even, once.')]);
  });
});
