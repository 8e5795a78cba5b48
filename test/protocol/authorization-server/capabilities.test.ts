import { createPrivateKey, createPublicKey } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeAssertion } from '#main/services/saml/index.ts';
import { type Capability, type GrantId, grantIds, grants } from '#shared/oauth/index.ts';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import {
  ordersApi,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { createIssuer, type Issuer, issuerName } from '#test/unit/src-main/services/saml/parties.ts';
import { describeProvider } from './identity-provider/stories.ts';
import { Browser, callback, postToken, validate } from './parties.ts';

const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const jwtGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const all = ['authorization_code', 'password', 'client_credentials', samlGrant, jwtGrant, 'refresh_token'];
const registration = {
  redirectUris: [callback],
  scopes: ['orders.read'],
  grantTypes: all,
  responseTypes: ['code', 'token'],
};
const clients = [
  { ...registration, clientId: 'app', secret: 'app-secret' },
  { ...registration, clientId: 'open' },
  ordersApi,
];

let as: TestAuthorizationServer;
const start = async (identityProviders: readonly IdentityProvider[]) =>
  startAuthorizationServer({
    clients,
    identityProviders,
    samlIssuers: [
      {
        name: 'idp',
        issuer: issuerName,
        certificatesPem: [issuer.cert],
        audiences: undefined,
        recipients: undefined,
        skewSeconds: 60,
        subject: 'any',
        subjectAttribute: undefined,
      },
    ],
    jwtIssuers: [
      {
        name: 'idp',
        issuer: issuerName,
        profile: 'jwt-bearer',
        keys: { inline: [await exportJWK(createPublicKey(issuer.cert))], uri: undefined },
        algorithms: undefined,
        subject: 'any',
        subjectClaim: undefined,
      },
    ],
  });
const issuer = startedOnce(createIssuer);
beforeAll(async () => {
  as = await start([]);
});
afterAll(() => as.close());

/** Plays a story at a server at which users may sign in elsewhere as well. */
async function withProvider<T>(play: () => Promise<T>): Promise<T> {
  const usual = as;
  as = await start([describeProvider('http://127.0.0.1:9')]);
  try {
    return await play();
  } finally {
    await as.close();
    as = usual;
  }
}

/** The outcome of a grant, from begin to end, as seen from outside. */
interface Outcome {
  readonly tokens: Readonly<Record<string, unknown>>;
  /** Pages that the server showed meanwhile. */
  readonly pages: readonly string[];
  /** All that the client sent and was sent: addresses to which the browser was led, bodies of its own requests. */
  readonly clientSaw: string;
}

/** How somebody goes through a grant; `password` is what they type, or hand over. */
interface Way {
  readonly clientId: string;
  readonly password?: string;
}

/** The result of a story; the server's part is seen from outside. */
type Told = Pick<Outcome, 'tokens' | 'clientSaw'>;

async function walk(responseType: string, { clientId, password }: Way): Promise<string> {
  const browser = new Browser(as);
  let seen = await browser.authorize({ client_id: clientId, response_type: responseType });
  let left = 4;
  while (seen.html !== '' && seen.status === 200 && left > 0) {
    left -= 1;
    seen = seen.html.includes('name="password"')
      ? await browser.signIn('ann', password)
      : await browser.submit({ decision: 'allow' });
  }
  return seen.location;
}

async function post(fields: Readonly<Record<string, string>>, { clientId }: Way): Promise<Told> {
  const answer = await (clientId === 'app'
    ? postToken(as, fields, 'app')
    : postToken(as, { ...fields, client_id: clientId }));
  return { tokens: answer.body, clientSaw: `${new URLSearchParams(fields)} ${answer.text}` };
}

const stories: { readonly [Id in GrantId]?: (way: Way) => Promise<Told> } = {
  async authorization_code(way) {
    const location = await walk('code', way);
    const code = URL.canParse(location) ? (new URL(location).searchParams.get('code') ?? '') : '';
    const told = await post({ grant_type: 'authorization_code', code, redirect_uri: callback }, way);
    return { ...told, clientSaw: `${location} ${told.clientSaw}` };
  },
  async implicit(way) {
    const location = await walk('token', way);
    const hash = URL.canParse(location) ? new URL(location).hash.slice(1) : '';
    return { tokens: Object.fromEntries(new URLSearchParams(hash)), clientSaw: location };
  },
  client_credentials: (way) => post({ grant_type: 'client_credentials' }, way),
  password: (way) =>
    post({ grant_type: 'password', username: 'ann', password: way.password ?? 'ann-password' }, way),
  saml2_bearer: (way) => post({ grant_type: samlGrant, assertion: assertionOf(issuer) }, way),
  jwt_bearer: async (way) => post({ grant_type: jwtGrant, assertion: await jwtOf(issuer) }, way),
};

function assertionOf(signer: Issuer): string {
  const recipient = `${as.origin}/as/token.oauth2`;
  return encodeAssertion(signer.build({ audience: as.origin, recipient, subject: 'eve' }));
}

let serial = 0;
function jwtOf(signer: Issuer): Promise<string> {
  serial += 1;
  return new SignJWT({ jti: `c${serial}` })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(issuerName)
    .setSubject('eve')
    .setAudience(as.origin)
    .setExpirationTime(Math.floor(as.nowMillis() / 1_000) + 60)
    .sign(createPrivateKey(signer.key));
}

async function subjectOf({ tokens }: Outcome): Promise<string | null> {
  const { body } = await validate(as, String(tokens['access_token']));
  const attributes = body['access_token'] as { readonly sub?: string };
  return attributes.sub ?? null;
}

/** The grants that begin something; the others work on what these gave. */
const columns = grantIds.flatMap((id) => {
  const { title, capabilities } = grants[id];
  return capabilities === null ? [] : [{ id, title, ...capabilities }];
});

async function run(id: GrantId, way: Way = { clientId: 'app' }): Promise<Outcome> {
  const story = stories[id];
  if (story === undefined) throw new Error(`The grant ${id} has capabilities, and no story that shows them`);
  const before = as.recorded.length;
  const told = await story(way);
  const pages = as.recorded.slice(before).flatMap(({ response }) => {
    const isPage = response.headers.some((field) => field.startsWith('text/html'));
    return isPage && response.status === 200 ? [String(response.body)] : [];
  });
  return { ...told, pages };
}

describe.each(columns)('$title', (grant) => {
  const says = (capability: Capability) => capability.has;

  test(`browser-based user interaction: ${says(grant.browserInteraction)}`, async () => {
    const { pages } = await run(grant.id);
    expect(pages.length > 0).toBe(grant.browserInteraction.has === 'yes');
  });

  test(`external identity provider: ${says(grant.externalIdentityProvider)}`, async () => {
    const { pages } = await withProvider(() => run(grant.id));
    const isOffered = pages.some((page) => page.includes('name="provider" value="corp"'));
    expect(isOffered).toBe(grant.externalIdentityProvider.has === 'yes');
    if (grant.externalIdentityProvider.has !== 'conditional') return;
    // The condition: what the other system says is taken where the server can verify who says it, and only there.
    const stranger = await createIssuer();
    const [known, unknown] = await Promise.all(
      [issuer, stranger].map(async (signer) =>
        post(
          grant.id === 'jwt_bearer'
            ? { grant_type: jwtGrant, assertion: await jwtOf(signer) }
            : { grant_type: samlGrant, assertion: assertionOf(signer) },
          { clientId: 'app' },
        ),
      ),
    );
    expect(known?.tokens['access_token']).toEqual(expect.any(String));
    expect(unknown?.tokens['error']).toBe('invalid_grant');
  });

  test(`requires client authentication: ${says(grant.requiresClientAuthentication)}`, async () => {
    const { tokens } = await run(grant.id, { clientId: 'open' });
    if (grant.requiresClientAuthentication.has === 'yes') expect(tokens['error']).toBe('invalid_client');
    else expect(tokens['access_token']).toEqual(expect.any(String));
  });

  test(`client knows user credentials: ${says(grant.clientKnowsCredentials)}`, async () => {
    const knows = grant.clientKnowsCredentials.has === 'yes';
    const right = await run(grant.id);
    expect(right.clientSaw.includes('ann-password')).toBe(knows);
    // Where the client hands them over, they are what it gets a token for, and a wrong one is what it is refused for;
    // elsewhere only the user can be wrong.
    const wrong = await run(grant.id, { clientId: 'app', password: 'a-wrong-one' });
    expect(wrong.clientSaw.includes('a-wrong-one')).toBe(knows);
    if (!knows) return;
    expect(right.tokens['access_token']).toEqual(expect.any(String));
    expect(wrong.tokens['error']).toBe('invalid_grant');
  });

  test(`refresh token allowed: ${says(grant.refreshTokenAllowed)}`, async () => {
    const { tokens } = await run(grant.id);
    expect('refresh_token' in tokens).toBe(grant.refreshTokenAllowed.has === 'yes');
  });

  test(`token in the context of the user: ${says(grant.userContext)}`, async () => {
    const subject = await subjectOf(await run(grant.id));
    // Of an assertion it depends: here its subject is somebody who is no user of this server.
    const expected = { yes: 'ann', no: null, conditional: 'eve' }[grant.userContext.has];
    expect(subject).toBe(expected);
  });
});
