import { execFile } from 'node:child_process';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startedAnew } from '#test/support/started.ts';
import { hasTool } from '#test/support/tools.ts';
import {
  bodyOf,
  filteredRoute,
  proxyRoute,
  startGateway,
  startUpstream,
  throttlingFilter,
} from './parties.ts';

const upstream = startedAnew(() =>
  startUpstream((request, response) => {
    void bodyOf(request).then((bytes) => response.end(`${request.method} ${bytes.length}`));
  }),
);
const gateway = startedAnew(() =>
  startGateway({
    '10-limited': {
      ...filteredRoute(
        [throttlingFilter({ rate: { numberOfRequests: 2, duration: '3 s' } })],
        upstream.origin,
      ),
      condition: "${find(request.uri.path, '^/limited')}",
    },
    '20-all': proxyRoute(upstream.origin),
  }),
);

function curl(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('curl', ['-sS', '--max-time', '10', ...args], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
    child.stdin?.end(input);
  });
}

describe('curl', () => {
  beforeEach(({ skip }) => skip(!hasTool('curl'), 'curl is not installed'));

  test('uploads in chunks, and with a go-ahead that it waits for', async () => {
    const large = 'x'.repeat(300_000);
    const chunked = ['-T', '-', '-X', 'POST'];
    expect(await curl([...chunked, `${gateway.origin}/up`], large)).toBe('POST 300000');
    const patient = ['--data-binary', '@-', '-H', 'Expect: 100-continue', '--expect100-timeout', '8'];
    expect(await curl([...patient, `${gateway.origin}/up`], large)).toBe('POST 300000');
  });

  test('that would rather speak HTTP/2 is answered in HTTP/1.1', async () => {
    expect(await curl(['--http2', '-w', ' %{http_version}', `${gateway.origin}/x`])).toBe('GET 0 1.1');
  });

  test('asks again when Retry-After says so, and gets through: the clock is moved meanwhile', async () => {
    const refusals = () => gateway.records.filter(({ status }) => status === 429).length;
    let seen = 0;
    // It waits in real time, while a machine that is busy may run few of these: each refusal moves the clock once.
    const watching = setInterval(() => {
      if (refusals() > seen) gateway.clock.advance(3_000);
      seen = refusals();
    }, 20);
    onTestFinished(() => clearInterval(watching));
    const url = `${gateway.origin}/limited`;
    expect(await curl(['--retry', '3', url, url, url])).toBe('GET 0'.repeat(3));
    expect(gateway.records.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  });
});
