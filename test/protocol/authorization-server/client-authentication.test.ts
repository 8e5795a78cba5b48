import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientAuthentications, grantIds, grants, tokenGrantIds } from '#shared/oauth/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { postToken, validateBearer } from './parties.ts';

const everyGrant = tokenGrantIds.map((id) => grants[id].grantType('gatehouse'));
const confidential = { clientId: 'confidential', secret: 'right', grantTypes: everyGrant };
const open = { clientId: 'public', grantTypes: everyGrant };

let as: TestAuthorizationServer;
beforeEach(async () => {
  as = await startAuthorizationServer({ clients: [confidential, open] });
});
afterEach(() => as.close());

/** The ways to say who one is: what a request shows, each with what the table expects of it. */
interface Shown {
  readonly header?: string;
  readonly fields?: Readonly<Record<string, string>>;
}
const basic = (clientId: string, secret: string): Shown => ({
  header: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
});
const inForm = (clientId: string, secret: string): Shown => ({
  fields: { client_id: clientId, client_secret: secret },
});
const nameAlone = (clientId: string): Shown => ({ fields: { client_id: clientId } });

type Verdict = 'proven' | 'named' | 'refused' | 'malformed';

const shown: readonly (readonly [what: string, shown: Shown, verdict: Verdict])[] = [
  ['its secret in the header', basic('confidential', 'right'), 'proven'],
  ['its secret in the form', inForm('confidential', 'right'), 'proven'],
  ['a wrong secret in the header', basic('confidential', 'wrong'), 'refused'],
  ['a wrong secret in the form', inForm('confidential', 'wrong'), 'refused'],
  ['no secret in the header', basic('confidential', ''), 'refused'],
  ['no secret in the form', inForm('confidential', ''), 'refused'],
  ['its client_id alone', nameAlone('confidential'), 'refused'],
  ['the secret of nobody', basic('nobody', 'right'), 'refused'],
  ['a secret twice', { ...basic('confidential', 'right'), ...inForm('confidential', 'right') }, 'malformed'],
  [
    'another client_id than the header',
    { ...basic('confidential', 'right'), ...nameAlone('public') },
    'malformed',
  ],
  ['the client_id of a public client', nameAlone('public'), 'named'],
  ['a public client_id in the header', basic('public', ''), 'named'],
  ['a secret for a public client, in the header', basic('public', 'right'), 'refused'],
  ['a secret for a public client, in the form', inForm('public', 'right'), 'refused'],
  ['a header of another scheme', { header: 'Bearer right' }, 'refused'],
  ['nothing', {}, 'refused'],
];

/** Each endpoint, and if it needs a proof or is open to a client that only says its name. */
const endpoints: readonly (readonly [
  name: string,
  path: string,
  grantType: string | null,
  needs: boolean,
])[] = [
  ...tokenGrantIds.map((id) => {
    const needs = id === 'client_credentials' || id === 'validate_bearer';
    return [`token, ${id}`, '/as/token.oauth2', grants[id].grantType('gatehouse'), needs] as const;
  }),
  ['introspection', '/as/introspect.oauth2', null, true],
  ['revocation', '/as/revoke_token.oauth2', null, false],
];

function post(path: string, grantType: string | null, { header, fields }: Shown): Promise<Response> {
  const form = new URLSearchParams({
    ...(grantType === null ? {} : { grant_type: grantType }),
    token: 'unknown',
    ...fields,
  });
  const authorization = header === undefined ? {} : { authorization: header };
  return fetch(`${as.origin}${path}`, { method: 'POST', body: form, headers: authorization });
}

async function errorOf(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : (JSON.parse(text) as { error?: unknown }).error;
}

describe('who a request comes from is asked at each endpoint, whatever way it says so', () => {
  test.each(endpoints)('%s', async (_, path, grantType, needsProof) => {
    for (const [what, how, verdict] of shown) {
      const answer = await post(path, grantType, how);
      const error = await errorOf(answer);
      const isTaken = verdict === 'proven' || (verdict === 'named' && !needsProof);
      if (verdict === 'malformed') {
        expect([answer.status, error], what).toEqual([400, 'invalid_request']);
      } else if (isTaken) {
        expect(error, what).not.toBe('invalid_client');
        expect(answer.status, what).not.toBe(401);
      } else {
        expect([answer.status, error], what).toEqual([401, 'invalid_client']);
        // RFC 9110 §15.5.2: whoever is refused is told which scheme is right, whatever they tried.
        expect(answer.headers.get('www-authenticate'), what).toMatch(/^Basic realm=/);
      }
    }
  });

  test('the table knows every grant, and of each way to authenticate whether it is taken here', () => {
    expect(endpoints.filter(([, , grantType]) => grantType !== null)).toHaveLength(grantIds.length - 1);
    expect(clientAuthentications).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'private_key_jwt',
      'tls_client_auth',
      'none',
    ]);
  });
});

describe('what a token stands for is not told to just anybody', () => {
  const issued = async (): Promise<string> => {
    const fields = { grant_type: 'client_credentials', client_id: 'confidential', client_secret: 'right' };
    const answer = await postToken(as, fields);
    return String(answer.body['access_token']);
  };

  test.each(['product', 'strict'] as const)('in the profile %s', async (profile) => {
    as.configure({ profile });
    const fields = { grant_type: validateBearer, token: await issued() };
    const asked = await postToken(as, { ...fields, client_id: 'public' });
    expect([asked.status, asked.body['error']]).toEqual([401, 'invalid_client']);
    expect(asked.body).not.toHaveProperty('access_token');
    expect(as.trace().rules.find(({ id }) => id === 'caller-confidential')?.outcome).toBe('failed');
    const proven = await postToken(as, { ...fields, client_id: 'confidential', client_secret: 'right' });
    expect(proven.body).toHaveProperty('access_token');
  });
});

describe('a client that is registered for one way', () => {
  const registered = {
    ...confidential,
    clientId: 'in-header',
    authentication: 'client_secret_basic',
  } as const;
  const ask = async (how: Shown) => {
    const answer = await post('/as/token.oauth2', 'client_credentials', how);
    return [answer.status, await errorOf(answer)];
  };

  test.each([
    ['product', [200, undefined]],
    ['strict', [401, 'invalid_client']],
  ] as const)('may use the other in the profile %s, or may not', async (profile, other) => {
    await as.close();
    as = await startAuthorizationServer({ clients: [registered], settings: { profile } });
    expect(await ask(basic('in-header', 'right'))).toEqual([200, undefined]);
    expect(await ask(inForm('in-header', 'right'))).toEqual(other);
  });
});
