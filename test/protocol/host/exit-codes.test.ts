import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exitCodesLine, exitCodesOf } from '#main/hosts/headless/command-reference/exit-codes.ts';
import { runGatehouse } from '#test/support/served.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { throttledRoute } from '#test/support/throttled-route.ts';

const folder = startedOnce(temporaryDirectory);
beforeAll(() => {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});

/** A route with room for one request, by a key that the requests have or not. */
const routeWith = (requestGroupingPolicy: string) =>
  JSON.stringify(throttledRoute({ requestGroupingPolicy, rate: { numberOfRequests: 1, duration: '10 s' } }));

const api = 'http://127.0.0.1:9034/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48';
const files: Readonly<Record<string, string>> = {
  'route.json': routeWith(''),
  'keyless.json': routeWith('${request.headers["UserId"][0]}'),
  'calls.csv': 'time,client_ip\n1,192.0.2.1\n2,192.0.2.1\n',
  'clean.sh': `curl '${api}/deviceAuthenticationPolicies'\n`,
  'breaking.sh': `curl '${api}/deviceAuthenticationPolicy'\n`,
  'elsewhere.sh': "curl 'https://api.vendor.example/v1/things'\n",
  'broken.har': '{ "log": ',
};

/** A command line for each code that is documented. */
const lines: Readonly<Record<string, readonly (readonly [code: number, args: readonly string[]])[]>> = {
  simulate: [
    [0, ['route.json', 'calls.csv', '--assert', 'refused = 1']],
    [1, ['route.json', 'breaking.sh']],
    [2, ['route.json', 'calls.csv', '--spread', 'odd']],
    [3, ['route.json', 'calls.csv', '--assert', 'refused = 0']],
    [4, ['keyless.json', 'calls.csv']],
  ],
  lint: [
    [0, ['clean.sh']],
    [1, ['broken.har']],
    [2, ['clean.sh', '--fail-on', 'odd']],
    [3, ['breaking.sh']],
    [4, ['elsewhere.sh']],
  ],
};

describe.each(Object.entries(lines))('gatehouse %s', (command, cases) => {
  test('exits with each of the codes that its help lists, and with no other', async () => {
    expect(cases.map(([code]) => code)).toEqual(exitCodesOf(command).map(({ code }) => code));
    const { code, stdout } = await runGatehouse([command, '--help']);
    expect([code, stdout]).toEqual([0, expect.stringContaining(exitCodesLine(command))]);
  });

  test.each(cases)('exits with %i: %j', async (code, args) => {
    const given = args.map((arg) => (arg in files ? join(folder.path, arg) : arg));
    expect((await runGatehouse([command, ...given])).code).toBe(code);
  });
});
