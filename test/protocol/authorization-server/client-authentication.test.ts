import { describe, expect, test } from 'vitest';
import { clientAuthentications, grantIds, grants, tokenGrantIds } from '#shared/oauth/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { postToken, validateBearer } from './parties.ts';

const everyGrant = tokenGrantIds.map((id) => grants[id].grantType('gatehouse'));
const confidential = { clientId: 'confidential', secret: 'right', grantTypes: everyGrant };
const open = { clientId: 'public', grantTypes: everyGrant };

const as = startedAnew(() => startAuthorizationServer({ clients: [confidential, open] }));

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
      'client_secret_jwt',
      'private_key_jwt',
      'tls_client_auth',
      'none',
    ]);
  });
});

describe('what a token stands for is not told to just anybody', () => {
  const issued = async (): Promise<string> => {
    const answer = await post('/as/token.oauth2', 'client_credentials', basic('confidential', 'right'));
    return String(((await answer.json()) as { access_token?: unknown }).access_token);
  };

  test.each(['product', 'strict'] as const)('in the profile %s', async (profile) => {
    as.configure({ profile });
    const token = await issued();
    const asked = await postToken(as, { grant_type: validateBearer, token, client_id: 'public' });
    expect([asked.status, asked.body['error']]).toEqual([401, 'invalid_client']);
    expect(asked.body).not.toHaveProperty('access_token');
    expect(as.trace().rules.find(({ id }) => id === 'caller-confidential')?.outcome).toBe('failed');
    const header = basic('confidential', 'right');
    const proven = await post('/as/token.oauth2', validateBearer, { ...header, fields: { token } });
    expect(await proven.json()).toHaveProperty('access_token');
  });
});

describe('the way in which a client is registered to show its secret', () => {
  const ask = async (how: Shown, path = '/as/token.oauth2') => {
    const answer = await post(path, 'client_credentials', how);
    return [answer.status, await errorOf(answer)];
  };
  const taken = [200, undefined];
  const refused = [401, 'invalid_client'];

  test.each([
    ['product', 'client_secret_basic', taken, refused],
    ['strict', 'client_secret_basic', taken, refused],
    ['training', 'client_secret_basic', taken, refused],
    ['product', 'client_secret_post', refused, taken],
    ['strict', 'client_secret_post', refused, taken],
    ['training', 'client_secret_post', refused, taken],
    ['product', undefined, taken, taken],
    ['training', undefined, taken, taken],
    // RFC 7591 §2: the method of a registration that names none.
    ['strict', undefined, taken, refused],
  ] as const)('profile %s, registered for %s', async (profile, authentication, header, form) => {
    const client = { ...confidential, clientId: 'in-one-way', authentication } as const;
    await startInstead(as, () => startAuthorizationServer({ clients: [client], settings: { profile } }));
    expect(await ask(basic('in-one-way', 'right'))).toEqual(header);
    expect(await ask(inForm('in-one-way', 'right'))).toEqual(form);
    // A header that has proved itself is compared no more, and that says nothing of the form.
    expect(await ask(basic('in-one-way', 'right'))).toEqual(header);
    expect(await ask(inForm('in-one-way', 'wrong'))).toEqual(refused);
  });
});
