import { afterEach, expect, test } from 'vitest';
import type { CaseReport } from '#shared/attacks/index.ts';
import { attackHosted } from '#test/support/attacks.ts';
import { attackServer } from './attack-server.ts';
import {
  refusedWith,
  type SmallAnswer,
  type SmallRequest,
  type SmallServer,
  startSmallServer,
} from './small-server.ts';
import { tabledVerdict } from './verdict-table.ts';

const secret = 'a secret of the test';
const clientOf = (grant: string) => ({
  client_id: grant,
  client_secret: secret,
  token_endpoint_auth_method: 'client_secret_post',
  grant_types: [grant],
  scope: '',
});
const clients = ['client_credentials', 'password'].map(clientOf);
const users = [{ username: 'ann', password: 'any-password' }];

let server: SmallServer | undefined;
afterEach(() => server?.close());

/** Runs a case against a server that answers as said, or as it should. */
async function run(
  id: string,
  instead: (request: SmallRequest) => SmallAnswer | null,
): Promise<{ readonly report: CaseReport | undefined; readonly asked: readonly SmallRequest[] }> {
  server = await startSmallServer('', instead);
  const { cases } = await attackServer(server.issuer, { clients, users }, [id]);
  return { report: cases[0], asked: server.asked };
}

const isWrong = ({ path, fields }: SmallRequest) =>
  path === '/token' &&
  (fields.get('client_secret') !== secret ||
    (fields.has('password') &&
      (fields.get('username') !== 'ann' || fields.get('password') !== 'any-password')));
const isKnown = ({ fields }: SmallRequest) => fields.get('client_id') === 'client_credentials';
const refusal = ({ fields }: SmallRequest) =>
  fields.get('client_secret') === secret ? refusedWith('invalid_grant') : refusedWith('invalid_client', 401);

/** Work that only a known client costs. */
function work(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}

test('CA-08: a server that takes longer for a client that exists is FAILED by the time alone', async () => {
  const { report } = await run('CA-08', (request) => {
    if (!isWrong(request)) return null;
    if (isKnown(request)) work(4);
    return refusal(request);
  });
  const checks = report?.variants[0]?.checks ?? [];
  expect(report?.verdict).toBe('FAILED');
  expect(checks.map(({ outcome }) => outcome)).toEqual(['met', 'broken']);
});

test('CA-08: a throttle that begins within the series leaves it open, and is named', async () => {
  let wrong = 0;
  const { report } = await run('CA-08', (request) => {
    if (!isWrong(request)) return null;
    return (wrong += 1) > 100 ? refusedWith('slow_down', 429) : refusal(request);
  });
  expect(report?.verdict).toBe('INCONCLUSIVE');
  expect(report?.variants[0]?.checks.at(-1)?.actual).toMatch(
    /locks or throttles: .* 429 slow_down from attempt/,
  );
});

test('PW-01: guesses leave in pairs, in either order, with names of their own and the right password between them', async () => {
  const { report, asked } = await run('PW-01', (request) => (isWrong(request) ? refusal(request) : null));
  expect(['PASSED', 'REVIEW']).toContain(report?.verdict);
  const series = asked.filter(({ fields }) => fields.has('password')).slice(-500);
  const letters = series.map((request) =>
    isWrong(request) ? (request.fields.get('username') === 'ann' ? 'w' : 'u') : 'r',
  );
  expect(letters.join('')).toMatch(/^(?:r(?:uw|wu){2}){100}$/);
  expect(letters.join('')).toMatch(/uw.*wu/);
  const names = series.map(({ fields }) => fields.get('username')).filter((name) => name !== 'ann');
  expect(new Set(names).size).toBe(200);
});

test('PW-01: a server that locks the user within the series is not measured', async () => {
  let guesses = 0;
  const { report } = await run('PW-01', (request) => {
    const isAnn = request.fields.get('username') === 'ann';
    if (isAnn && isWrong(request)) guesses += 1;
    return isWrong(request) || (isAnn && guesses > 40) ? refusal(request) : null;
  });
  expect(report?.verdict).toBe('INCONCLUSIVE');
  expect(report?.variants[0]?.checks.at(-1)?.actual).toContain(
    'the server locks: after some wrong attempts, the correct token received 400',
  );
});

test('the hosted server takes the same time for both, and a cancelled series ends at once', async () => {
  const whole = await attackHosted({ profile: 'strict', only: ['CA-08', 'PW-01'] });
  expect(whole.cases.map(tabledVerdict)).toEqual(['PASSED', 'PASSED']);
  const controller = new AbortController();
  const seen: string[] = [];
  const { cases } = await attackHosted({
    profile: 'strict',
    only: ['CA-08', 'PW-01'],
    signal: controller.signal,
    onPair: (id, done, total) => {
      seen.push(`${id} ${done} of ${total}`);
      if (done === 30) controller.abort('cancelled');
    },
  });
  expect(seen).toEqual(['CA-08 10 of 200', 'CA-08 20 of 200', 'CA-08 30 of 200']);
  expect(cases).toEqual([]);
});
