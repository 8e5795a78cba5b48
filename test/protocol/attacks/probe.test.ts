import { afterEach, expect, test } from 'vitest';
import { type AttackReport, remarksOf } from '#shared/attacks/index.ts';
import { attackServer } from './attack-server.ts';
import {
  refusedWith,
  type SmallAnswer,
  type SmallRequest,
  type SmallServer,
  startSmallServer,
} from './small-server.ts';

const client = (client_id: string) => ({
  client_id,
  client_secret: `the secret of ${client_id}`,
  redirect_uris: [`https://${client_id}.example/cb`],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'openid',
});
const batch = { ...client('batch'), redirect_uris: [], grant_types: ['client_credentials'] };
const native = { client_id: 'native', redirect_uris: ['http://127.0.0.1/cb'] };

let server: SmallServer | undefined;
afterEach(() => server?.close());

async function run(
  only: readonly string[],
  instead: (request: SmallRequest) => SmallAnswer | 'reset' | null,
  clients: readonly object[] = [client('web'), client('other'), native, batch],
): Promise<AttackReport> {
  server = await startSmallServer('', instead);
  const users = [{ username: 'ann', password: 'any-password' }];
  return attackServer(server.issuer, { clients, users }, only);
}

const clientOf = ({ capabilities }: AttackReport, id: string) =>
  capabilities?.clients.find(({ clientId }) => clientId === id);
const sentBack = (error: string, { fields }: SmallRequest): SmallAnswer => ({
  status: 302,
  headers: {
    Location: `${fields.get('redirect_uri') ?? ''}?error=${error}&state=${fields.get('state') ?? ''}`,
  },
});

test('a server that demands nothing is asked little, and nothing is added', async () => {
  const report = await run(['AC-07'], () => null);
  expect(report.capabilities?.requests).toBeLessThanOrEqual(10);
  expect(clientOf(report, 'web')).toMatchObject({
    pkce: false,
    push: false,
    isCorrected: false,
    problem: null,
  });
  expect(server?.asked.some(({ fields }) => fields.has('code_challenge'))).toBe(false);
});

test('PKCE is sent of those clients of whom it is demanded', async () => {
  const demands = (request: SmallRequest) =>
    request.path === '/authorize' &&
    request.fields.get('client_id') === 'native' &&
    !request.fields.has('code_challenge')
      ? sentBack('invalid_request', request)
      : null;
  const report = await run(['AC-07', 'RU-13'], demands);
  expect([clientOf(report, 'web')?.pkce, clientOf(report, 'native')?.pkce]).toEqual([false, true]);
  expect(remarksOf(report).map(({ text }) => text)).toContain(
    'The server requires PKCE of native: their flows run with PKCE.',
  );
});

test('a secret that a server takes only in the form is sent there, and the report says so', async () => {
  const formOnly = ({ path, fields }: SmallRequest) =>
    path === '/token' && !fields.has('client_secret') ? refusedWith('invalid_client', 401) : null;
  const report = await run(['CA-02'], formOnly, [client('web'), batch]);
  expect(clientOf(report, 'batch')).toMatchObject({
    authentication: 'client_secret_post',
    isCorrected: true,
  });
  expect(report.cases[0]?.verdict).toBe('FAILED');
  expect(remarksOf(report).map(({ text }) => text)).toContain(
    'The server accepts the secret of batch only as client_secret_post, which is not set in the file. The requests use that method.',
  );
});

test('credentials that are not taken at all are the reason of every case, said once, and no case is played', async () => {
  const report = await run(['CA-01', 'CA-02', 'TE-04', 'TE-07'], ({ path }) =>
    path === '/token' ? refusedWith('invalid_client', 401) : null,
  );
  const reason =
    'The token endpoint rejects the credentials of batch (client_secret_basic): 401, invalid_client.';
  expect(report.cases.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 4 }, () => 'INCONCLUSIVE'));
  expect(remarksOf(report)[0]).toEqual({ text: reason, cases: ['CA-01', 'CA-02', 'TE-04', 'TE-07'] });
  expect(server?.asked.length).toBe(1 + (report.capabilities?.requests ?? 0));
});

test('a code flow that does not work is no reason for what needs none', async () => {
  const noCodes = (request: SmallRequest) =>
    request.path === '/authorize' ? sentBack('access_denied', request) : null;
  const report = await run(['AC-07', 'CA-02'], noCodes);
  const [codes, credentials] = report.cases;
  expect(codes?.verdict).toBe('INCONCLUSIVE');
  expect(codes?.reason).toMatch(
    /^The authorization endpoint rejects requests of web, with and without PKCE: access_denied/,
  );
  expect(credentials?.verdict).toBe('FAILED');
});

test('a second request without a person shows that what was allowed is remembered', async () => {
  expect((await run(['AC-07'], () => null)).capabilities?.remembersConsent).toBe(true);
  await server?.close();
  const asksAgain = (request: SmallRequest) =>
    request.fields.get('prompt') === 'none' ? sentBack('consent_required', request) : null;
  expect((await run(['AC-07'], asksAgain)).capabilities?.remembersConsent).toBe(false);
});

test('what locks or loads is played beyond this machine only where that is said', async () => {
  const file = {
    discovery: false,
    token_endpoint: 'https://id.invalid/token',
    clients: [batch],
    users: [],
  };
  const elsewhere = async (isDisruptive: boolean) => {
    const more = { confirmedHost: 'id.invalid', isDisruptive };
    const { cases } = await attackServer('https://id.invalid', file, ['CA-09'], more);
    return cases[0];
  };
  expect(await elsewhere(false)).toMatchObject({
    verdict: 'SKIPPED',
    reason: 'It needs permission to lock accounts and to load the server (--disruptive).',
  });
  expect((await elsewhere(true))?.verdict).toBe('INCONCLUSIVE');
});

test('the report says what remains at a server that is not ours', async () => {
  const report = await run(['AC-07'], () => null);
  const { authorizations = 0, accessTokens = 0, refreshTokens = 0 } = report.leftBehind ?? {};
  const issued =
    server?.asked.filter(({ path, fields }) => path === '/token' && fields.has('grant_type')) ?? [];
  expect(accessTokens).toBe(issued.length);
  expect(refreshTokens).toBe(accessTokens);
  expect(authorizations).toBe(server?.asked.filter(({ path }) => path === '/authorize').length);
  expect(remarksOf(report)[0]?.text).toMatch(
    /^At most these items remain on the server: sessions and consents of \d+ authorizations/,
  );
});

test('thirty requests are asked and no more: the rest is taken as the file says', async () => {
  const formOnly = ({ path, fields }: SmallRequest) =>
    path === '/token' && !fields.has('client_secret') ? refusedWith('invalid_client', 401) : null;
  const neverEnds = (request: SmallRequest): SmallAnswer | null => {
    if (request.path !== '/authorize' && request.path !== '/hop') return formOnly(request);
    return request.path === '/authorize' && !request.fields.has('code_challenge')
      ? sentBack('invalid_request', request)
      : { status: 302, headers: { Location: '/hop' } };
  };
  const several = { ...client('several'), redirect_uris: ['https://a.example/cb', 'https://b.example/cb'] };
  const legacy = { ...batch, client_id: 'legacy', grant_types: ['password'] };
  const spa = { ...client('spa'), grant_types: ['implicit'] };
  const report = await run(['XC-03'], neverEnds, [
    client('web'),
    client('other'),
    several,
    native,
    batch,
    legacy,
    spa,
  ]);
  expect(report.capabilities?.requests).toBe(30);
  const asked = server?.asked.filter(({ path }) => !path.startsWith('/.well-known')) ?? [];
  expect(asked).toHaveLength(30);
  expect(clientOf(report, 'web')).toMatchObject({ pkce: true, problem: null, frontProblem: null });
});

test('a key that cannot sign is no refusal of the server: nothing was sent', async () => {
  const keyed = { ...batch, client_secret: undefined, private_key: 'not a key' };
  const report = await run(['CA-01'], () => null, [keyed]);
  expect(report.cases[0]?.reason).toBe(
    'batch cannot authenticate: The private key of batch is neither a JWK nor PEM.',
  );
  expect(server?.asked.filter(({ path }) => path === '/token')).toEqual([]);
});
