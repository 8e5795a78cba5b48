import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGatehouse } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';

const folder = startedAnew(temporaryDirectory);

const route = throttledRoute({
  requestGroupingPolicy: '',
  rate: { numberOfRequests: 2, duration: '8 s' },
});

/** The output of a simulation of a log. */
async function simulated(name: string, text: string, ...more: readonly string[]) {
  const paths = [
    ['route.json', JSON.stringify(route)],
    [name, text],
  ].map(([file = '', content = '']) => {
    const path = join(folder.path, file);
    writeFileSync(path, content);
    return path;
  });
  return runGatehouse(['simulate', ...paths, ...more]);
}

const warnings = (text: string) => text.split('\n').filter((line) => line.startsWith('warning: '));

const envoy = (second: number, forwarded: string) =>
  `[2025-03-30T00:59:3${second}.250Z] "GET /orders HTTP/1.1" 200 - 0 5 3 2 "${forwarded}" "curl" "id" "a.example" "10.0.0.1:80"\n`;

describe('gatehouse simulate warns of what a log does not tell', () => {
  test('no client address at all, or none in some lines', async () => {
    const none = await simulated('envoy.log', envoy(1, '-') + envoy(2, '-'));
    expect(none.code).toBe(0);
    expect(warnings(none.stdout)).toEqual([
      'warning: the log has no client addresses, so every request is simulated as coming from 127.0.0.1',
    ]);
    const some = await simulated('envoy.log', envoy(1, '192.0.2.1') + envoy(2, '-'));
    expect(warnings(some.stdout)).toEqual([
      'warning: 1 request has no client address and is simulated as coming from 127.0.0.1',
    ]);
    const two = await simulated('envoy.log', envoy(1, '192.0.2.1') + envoy(2, '-') + envoy(3, '-'));
    expect(warnings(two.stdout)).toEqual([
      'warning: 2 requests have no client address and are simulated as coming from 127.0.0.1',
    ]);
    const all = await simulated('envoy.log', envoy(1, '192.0.2.1'));
    expect(warnings(all.stdout)).toEqual([]);
  });

  test('nothing where the names of columns are German, or a person says which they are', async () => {
    const line = (path: string) => `1;192.0.2.1;PUT;${path}\n`;
    const german = await simulated('calls.csv', `Zeit;Client IP;Methode;Pfad\n${line('/orders')}`);
    expect(warnings(german.stdout)).toEqual([]);
    const named = await simulated(
      'calls.csv',
      `time;client_ip;verb;weg\n${line('/orders')}`,
      '--path',
      'weg',
      '--method',
      'verb',
    );
    expect([named.code, warnings(named.stdout)]).toEqual([0, []]);
  });

  test('no path and no method, with the columns that there are', async () => {
    const { stdout } = await simulated('calls.csv', 'time,client_ip,weg,verb\n1,192.0.2.1,/orders,PUT\n');
    expect(warnings(stdout)).toEqual([
      'warning: no path column found, so every request goes to /. Columns: time, client_ip, weg, verb. Use --path to choose one.',
      'warning: no method column found, so every request is a GET. Columns: time, client_ip, weg, verb. Use --method to choose one.',
    ]);
    const some = await simulated(
      'calls.csv',
      'time,client_ip,path,method\n1,192.0.2.1,/orders,PUT\n2,192.0.2.1,-,-\n',
    );
    expect(warnings(some.stdout)).toEqual([
      'warning: 1 request has no path and goes to /',
      'warning: 1 request has no method and is sent as GET',
    ]);
  });
});

describe('gatehouse simulate reads', () => {
  test('a JSON list with the ending of a traffic file', async () => {
    const rows = [1, 2].map((time) => ({ time, client_ip: '192.0.2.1', method: 'GET', path: '/orders' }));
    for (const text of [JSON.stringify(rows), JSON.stringify(rows, null, 1)]) {
      const { code, stdout } = await simulated('calls.json', text);
      expect([code, stdout]).toEqual([0, expect.stringContaining('read 2 requests, ndjson')]);
    }
    const none = await simulated('calls.json', '[1, 2]');
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('traffic.invalid')]);
  });

  test('no format that it does not know', async () => {
    const { code, stderr } = await simulated('calls.csv', 'time\n1\n', '--format', 'xml');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/--format does not accept “xml”\.[^]*har, kong/),
    ]);
  });

  test('dates with slashes, and asks which number is the day where no date tells', async () => {
    const table = (...days: readonly string[]) =>
      `time,client_ip,path\n${days.map((day) => `${day}/2025 00:59:31,192.0.2.1,/orders\n`).join('')}`;
    expect((await simulated('calls.csv', table('30/03', '31/03'))).stdout).toContain('read 2 requests');
    const asked = await simulated('calls.csv', table('03/04', '04/04'));
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringMatching(
        /The date order of “03\/04\/2025 00:59:31” is ambiguous: day-first or month-first\. No other date in the log decides it\.[^]*Choose the order .*--dates day-first/,
      ),
    ]);
    const told = await simulated('calls.csv', table('03/04', '04/04'), '--dates', 'month-first', '--json');
    expect(JSON.parse(told.stdout)).toMatchObject({ log: { facts: { requests: 2 } } });
    const odd = await simulated('calls.csv', table('03/04'), '--dates', 'year-first');
    expect([odd.code, odd.stderr]).toEqual([
      2,
      expect.stringMatching(/--dates does not accept “year-first”\.[^]*Use one of day-first, month-first\./),
    ]);
  });
});
