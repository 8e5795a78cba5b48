import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute, tokenFilter } from '#test/support/throttled-route.ts';

const folder = startedAnew(temporaryDirectory);

function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const tokens = tokenFilter();
function route(throttling: Readonly<Record<string, unknown>>) {
  return throttledRoute(throttling, { name: 'Orders', before: [tokens] });
}

const sixInTen = { requestGroupingPolicy: '', rate: { numberOfRequests: 6, duration: '10 s' } };
const traffic = {
  name: 'Ten at once',
  durationSeconds: 10,
  clients: [
    { id: 'ann', patterns: [{ kind: 'burst', atSeconds: 0, requests: 10 }], on429: { kind: 'drop' } },
  ],
};
const simulate = (...args: readonly string[]) => runGatehouse(['simulate', ...args]);

describe('gatehouse simulate', () => {
  test('says what a policy does to traffic, and exits with 3 where an assertion does not hold', async () => {
    const given = [file('routes/01-orders.json', route(sixInTen)), file('ten.json', traffic)];
    const report = join(folder.path, 'report.md');
    const passed = await simulate(
      ...given,
      '--assert',
      'refused = 4',
      'retryAfter.p95 <= 10 s',
      '--report',
      report,
    );
    expect(passed).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('accepted 6, rejected 4 (40 %)'),
    });
    expect(readFileSync(report, 'utf8')).toContain('| refused = 4 | yes | 4 |');
    const failed = await simulate(...given, '--assert', 'refused < 1%', '--json');
    expect(failed.code).toBe(3);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      ok: true,
      result: { totals: { offered: 10, accepted: 6, refused: 4 } },
      assertions: [{ assertion: 'refused < 1%', holds: false, actual: '40 %' }],
    });
  });

  test('says what the form warns of, nothing of a Retry-After that nobody got, and exits with 4 where all failed', async () => {
    const odd = { requestGroupingPolicy: '', rate: { numberOfRequests: 60, duration: '1 minute 10 s' } };
    const ten = file('ten.json', traffic);
    const passed = await simulate(file('routes/odd.json', route(odd)), ten);
    expect(passed).toMatchObject({ code: 0, stdout: expect.stringContaining('rejected 0 (0 %)') });
    expect(passed.stdout).not.toContain('Retry-After');
    expect(passed.stdout).toMatch(/^warning: .*1 minute/m);
    const keyless = { ...sixInTen, requestGroupingPolicy: '${request.headers["UserId"][0]}' };
    const failed = await simulate(file('routes/keyless.json', route(keyless)), ten);
    expect(failed).toMatchObject({ code: 4, stdout: expect.stringContaining('failed 10') });
    const both = await simulate(file('routes/keyless.json', route(keyless)), ten, '--assert', 'failed = 0');
    expect(both.code).toBe(3);
  });

  test('reads recorded requests: CSV, NDJSON and HAR', async () => {
    const document = file(
      'route.json',
      route({ ...sixInTen, requestGroupingPolicy: '${contexts.oauth2.accessToken.info.user}' }),
    );
    const times = Array.from({ length: 8 }, (_, index) => `2026-01-01T00:00:00.${index}00Z`);
    const csv = file('log.csv', ['when;user', ...times.map((time) => `${time};ann`)].join('\n'));
    const ndjson = file('log.ndjson', times.map((when) => JSON.stringify({ when, user: 'ann' })).join('\n'));
    for (const path of [csv, ndjson]) {
      const { stdout } = await simulate(document, path, '--time', 'when', '--key', 'user', '--json');
      expect(JSON.parse(stdout)).toMatchObject({
        result: { totals: { offered: 8, accepted: 6, refused: 2 } },
      });
    }
    const entries = times.map((startedDateTime) => ({
      startedDateTime,
      time: 1,
      request: { method: 'GET', url: 'http://localhost/orders', headers: [] },
      response: { status: 200 },
    }));
    const har = file('log.har', { log: { version: '1.2', entries } });
    const { stdout } = await simulate(file('all.json', route(sixInTen)), har, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ result: { totals: { offered: 8, refused: 2 } } });
  });

  test('reads several logs as one traffic, packed or not, and shows whole seconds laid in both ways', async () => {
    const line = (second: number, path: string, status = 200) =>
      `192.0.2.1 - - [10/Oct/2025:13:55:0${second} +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "curl/8"\n`;
    const document = file('route.json', {
      ...route({ requestGroupingPolicy: '', rate: { numberOfRequests: 2, duration: '1 s' } }),
      condition: "${find(request.uri.path, '^/orders')}",
    });
    const first = join(folder.path, 'access.log.1.gz');
    writeFileSync(first, gzipSync(line(1, '/orders').repeat(4) + line(1, '/else')));
    const second = file('access.log', `${line(2, '/orders', 429)}no line\n${line(3, '/orders')}`);
    const { code, stdout } = await simulate(document, first, second);
    expect(code).toBe(0);
    expect(stdout).toContain('read 7 requests, access-log');
    expect(stdout).toContain('access.log: line 2: The line is not in access log format.');
    expect(stdout).toContain('responses with 429: 1');
    // Four in a second of which two are let through at once; spread evenly, three of them find a token. One is not taken.
    expect(stdout).toMatch(/evenly spread within each; all at once accepted 4, rejected 2/);
    expect(stdout).toContain('accepted 5, rejected 1');
    expect(stdout).toContain('not matched by the route 1 of 7: GET /else 1');
  });

  test('writes both ways to lay whole seconds into a report of each format', async () => {
    const line = (second: number) =>
      `192.0.2.1 - - [10/Oct/2025:13:55:0${second} +0000] "GET /orders HTTP/1.1" 200 12 "-" "curl/8"\n`;
    const given = [
      file(
        'route.json',
        route({ requestGroupingPolicy: '', rate: { numberOfRequests: 2, duration: '1 s' } }),
      ),
      file('access.log', line(1).repeat(4) + line(2)),
    ];
    const reportOf = async (ending: string, spread: string) => {
      const path = join(folder.path, `report.${ending}`);
      const { code, stdout } = await simulate(...given, '--spread', spread, '--report', path, '--json');
      expect(code).toBe(0);
      return { text: readFileSync(path, 'utf8'), printed: JSON.parse(stdout) as object };
    };
    // By hand: two of four at once find a token; spread evenly, the third finds another one.
    const [even, once] = [
      { accepted: 4, refused: 1 },
      { accepted: 3, refused: 2 },
    ];
    const markdown = await reportOf('md', 'even');
    expect(markdown.text).toContain(
      'The log has times in whole seconds. All figures assume requests spread evenly over each second. Only the next table and the last section show the other distribution.',
    );
    expect(markdown.text).toContain('| spread evenly over each second | 5 | 4 | 1 | 20 % | 0 |');
    expect(markdown.text).toContain('| sent all at once in each second | 5 | 3 | 2 | 40 % | 0 |');
    expect(markdown.text).toMatch(
      /## Groups where requests are sent all at once in each second\n\n.*\n.*\n.* 3 \| 2 \|/,
    );
    const json = await reportOf('json', 'once');
    const expected = { spread: 'once', otherSpread: { spread: 'even', totals: even } };
    expect(json.printed).toMatchObject(expected);
    expect(JSON.parse(json.text)).toMatchObject({ ...expected, result: { totals: once } });
    const [head, ...rows] = (await reportOf('csv', 'even')).text.trim().split(/\r?\n/);
    expect(head).toMatch(/,spread$/);
    const sums = (way: string) => {
      const own = rows.map((row) => row.split(',')).filter((cells) => cells.at(-1) === way);
      const sum = (at: number) => own.reduce((total, cells) => total + Number(cells[at]), 0);
      return { accepted: sum(2), refused: sum(3) };
    };
    expect([sums('even'), sums('once')]).toEqual([even, once]);
  });

  test('of a file that is no log says what it looks like and what can be read', async () => {
    const document = file('route.json', route(sixInTen));
    const page = file('access.log', '<!doctype html><title>Sign in</title>');
    const { code, stderr } = await simulate(document, page);
    expect(code).not.toBe(0);
    expect(stderr).toContain('looks like HTML');
    expect(stderr).toContain('nginx, Apache, Envoy or Kong');
  });

  test('runs a scripted policy, and says in which line a script is wrong', async () => {
    const scripted = (source: readonly string[]) => ({
      requestGroupingPolicy: '',
      throttlingRatePolicy: {
        type: 'ScriptableThrottlingPolicy',
        config: { type: 'application/x-groovy', source },
      },
    });
    const ten = file('ten.json', traffic);
    const good = file('good.json', route(scripted(['return new ThrottlingRate(2, "10 s")'])));
    expect(JSON.parse((await simulate(good, ten, '--json')).stdout)).toMatchObject({
      result: { totals: { accepted: 2 } },
    });
    const bad = file('bad.json', route(scripted(['def x = 1', 'for (;;) {}'])));
    const { code, stdout } = await simulate(bad, ten, '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      problem: { code: 'script.invalid', location: { line: 2 } },
    });
  });

  test('knows the properties of the route, and the variables of an environment of its workspace', async () => {
    file('environments/test.json', { variables: { tier: 'two' } });
    const ten = file('ten.json', traffic);
    const grouped = (key: string) => route({ ...sixInTen, requestGroupingPolicy: key });
    const own = { ...grouped('${properties.own}'), properties: { own: 'one' } };
    const groups = async (document: unknown, ...more: readonly string[]) => {
      const { stdout } = await simulate(file('routes/a.json', document), ten, '--json', ...more);
      const { result } = JSON.parse(stdout) as { result: { groups: readonly { key: string }[] } };
      return result.groups.map(({ key }) => key);
    };
    expect(await groups(own)).toEqual(['one']);
    for (const key of ['${env.tier}', '${properties.tier}'])
      expect(await groups(grouped(key), '--environment', 'test')).toEqual(['two']);
    const none = await simulate(file('routes/a.json', own), ten, '--json', '--environment', 'none');
    expect(JSON.parse(none.stdout)).toMatchObject({ ok: false, problem: { code: 'cli.usage' } });
  });

  test('the same inputs give the same digest, another seed another', async () => {
    const random = { ...traffic, clients: [{ id: 'ann', patterns: [{ kind: 'poisson', perSecond: 3 }] }] };
    const given = [file('route.json', route(sixInTen)), file('random.json', random), '--json'];
    const digest = async (...more: readonly string[]) =>
      (JSON.parse((await simulate(...given, ...more)).stdout) as { result: { digest: string } }).result
        .digest;
    expect(await digest()).toBe(await digest());
    expect(await digest('--seed', '2')).not.toBe(await digest());
  });

  test.each([
    ['a route that is not there', ['none.json', 'ten.json'], 'cli.usage'],
    ['a route that is no JSON', ['broken.json', 'ten.json'], 'workspace.syntax'],
    ['a rate that cannot be kept', ['zero.json', 'ten.json'], 'throttling.rate-invalid'],
    ['a route without the filter', ['plain.json', 'ten.json'], 'simulation.no-filter'],
    ['traffic that is none', ['good.json', 'good.json'], 'traffic.invalid'],
    ['a log without times', ['good.json', 'log.csv'], 'traffic.import-invalid'],
    [
      'an assertion that is none',
      ['good.json', 'ten.json', '--assert', 'rejected < 1%'],
      'simulation.assertion-invalid',
    ],
    ['a report of no format', ['good.json', 'ten.json', '--report', 'r.pdf'], 'cli.usage'],
  ])('refuses %s', async (_what, args, code) => {
    file('ten.json', traffic);
    file('good.json', route(sixInTen));
    file('zero.json', route({ rate: { numberOfRequests: 0, duration: '10 s' } }));
    file('plain.json', { handler: { type: 'StaticResponseHandler', config: { status: 200 } } });
    file('broken.json', '{ "handler": ');
    file('log.csv', 'user\nann\n');
    const paths = args.map((arg) => (/\.(json|csv|pdf)$/.test(arg) ? join(folder.path, arg) : arg));
    const { code: exit, stdout } = await simulate(...paths, '--json');
    expect(exit).toBe(code === 'cli.usage' ? 2 : 1);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, problem: { code } });
  });
});
