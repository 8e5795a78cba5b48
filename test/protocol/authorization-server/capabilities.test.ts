import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeAssertion } from '#main/services/saml/index.ts';
import { type Capability, type GrantId, grantIds, grants } from '#shared/oauth/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { createIssuer, type Issuer, issuerName } from '#test/unit/src-main/services/saml/parties.ts';
import { Browser, callback, postToken, type TokenAnswer, validate } from './parties.ts';

const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const all = ['authorization_code', 'password', 'client_credentials', samlGrant, 'refresh_token'];
const registration = {
  redirectUris: [callback],
  scopes: ['orders.read'],
  grantTypes: all,
  responseTypes: ['code', 'token'],
};
const clients = [
  { ...registration, clientId: 'app', secret: 'app-secret' },
  { ...registration, clientId: 'open' },
  {
    clientId: 'orders-api',
    secret: 'orders-api-secret',
    grantTypes: ['urn:gatehouse:oauth2:grant_type:validate_bearer'],
  },
];

let as: TestAuthorizationServer;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await createIssuer();
  as = await startAuthorizationServer({
    clients,
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
  });
});
afterAll(() => as.close());

/** What came of a grant, from begin to end. */
interface Outcome {
  readonly tokens: Readonly<Record<string, unknown>>;
  /** Pages of the server that the user saw. */
  readonly pages: number;
  /** What the client itself sent to the token endpoint; null where it sent nothing. */
  readonly sent: Readonly<Record<string, string>> | null;
}

async function walk(responseType: string, clientId: string): Promise<{ location: string; pages: number }> {
  const browser = new Browser(as);
  let seen = await browser.authorize({ client_id: clientId, response_type: responseType });
  let pages = 0;
  while (seen.html !== '' && seen.status === 200) {
    pages += 1;
    seen = seen.html.includes('name="password"')
      ? await browser.signIn()
      : await browser.submit({ decision: 'allow' });
  }
  return { location: seen.location, pages };
}

async function post(fields: Readonly<Record<string, string>>, clientId: string): Promise<TokenAnswer> {
  return clientId === 'app'
    ? postToken(as, fields, 'app')
    : postToken(as, { ...fields, client_id: clientId });
}

const stories: { readonly [Id in GrantId]?: (clientId: string) => Promise<Outcome> } = {
  async authorization_code(clientId) {
    const { location, pages } = await walk('code', clientId);
    const code = new URL(location).searchParams.get('code') ?? '';
    const sent = { grant_type: 'authorization_code', code, redirect_uri: callback };
    return { tokens: (await post(sent, clientId)).body, pages, sent };
  },
  async implicit(clientId) {
    const { location, pages } = await walk('token', clientId);
    const tokens = Object.fromEntries(new URLSearchParams(new URL(location).hash.slice(1)));
    return { tokens, pages, sent: null };
  },
  async client_credentials(clientId) {
    const sent = { grant_type: 'client_credentials' };
    return { tokens: (await post(sent, clientId)).body, pages: 0, sent };
  },
  async password(clientId) {
    const sent = { grant_type: 'password', username: 'ann', password: 'ann-password' };
    return { tokens: (await post(sent, clientId)).body, pages: 0, sent };
  },
  async saml2_bearer(clientId) {
    const recipient = `${as.origin}/as/token.oauth2`;
    const xml = issuer.build({ audience: as.origin, recipient, subject: 'eve' });
    const sent = { grant_type: samlGrant, assertion: encodeAssertion(xml) };
    return { tokens: (await post(sent, clientId)).body, pages: 0, sent };
  },
};

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

function run(id: GrantId, clientId: string): Promise<Outcome> {
  const story = stories[id];
  if (story === undefined) throw new Error(`The grant ${id} has capabilities, and no story that shows them`);
  return story(clientId);
}

describe.each(columns)('$title', (grant) => {
  const says = (capability: Capability) => capability.has;

  test(`browser-based user interaction: ${says(grant.browserInteraction)}`, async () => {
    const { pages } = await run(grant.id, 'app');
    expect(pages > 0).toBe(grant.browserInteraction.has === 'yes');
  });

  test(`external identity provider: ${says(grant.externalIdentityProvider)}`, async () => {
    // Where the pages of the server are involved, they can send the user elsewhere; an assertion is made elsewhere.
    const { pages, sent } = await run(grant.id, 'app');
    const isDelegated = pages > 0 || sent?.['assertion'] !== undefined;
    expect(isDelegated).toBe(grant.externalIdentityProvider.has !== 'no');
  });

  test(`requires client authentication: ${says(grant.requiresClientAuthentication)}`, async () => {
    const { tokens } = await run(grant.id, 'open');
    if (grant.requiresClientAuthentication.has === 'yes') expect(tokens['error']).toBe('invalid_client');
    else expect(tokens['access_token']).toEqual(expect.any(String));
  });

  test(`client knows user credentials: ${says(grant.clientKnowsCredentials)}`, async () => {
    const { sent } = await run(grant.id, 'app');
    expect(sent?.['password'] !== undefined).toBe(grant.clientKnowsCredentials.has === 'yes');
    expect(JSON.stringify(sent ?? {}).includes('ann-password')).toBe(
      grant.clientKnowsCredentials.has === 'yes',
    );
  });

  test(`refresh token allowed: ${says(grant.refreshTokenAllowed)}`, async () => {
    const { tokens } = await run(grant.id, 'app');
    expect('refresh_token' in tokens).toBe(grant.refreshTokenAllowed.has === 'yes');
  });

  test(`token in the context of the user: ${says(grant.userContext)}`, async () => {
    const subject = await subjectOf(await run(grant.id, 'app'));
    // Of an assertion it depends: here its subject is somebody who is no user of this server.
    const expected = { yes: 'ann', no: null, conditional: 'eve' }[grant.userContext.has];
    expect(subject).toBe(expected);
  });
});
