import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { encodeAssertion, shapeCatalogue } from '#main/services/saml/index.ts';
import type { AuthorizationServerSettings, SamlIssuer } from '#shared/workspace/index.ts';
import {
  ordersApi,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { createIssuer, type Issuer, issuerName } from '#test/unit/src-main/services/saml/parties.ts';
import { member, postToken, type TokenAnswer, validate } from './parties.ts';

const grantType = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const generic = 'The assertion is invalid, expired or not for this server.';
const clients = [
  {
    clientId: 'app',
    secret: 'app-secret',
    scopes: ['orders.read'],
    grantTypes: [grantType, 'refresh_token'],
  },
  { clientId: 'kiosk', scopes: ['orders.read'], grantTypes: [grantType] },
  { clientId: 'other', secret: 'other-secret', grantTypes: ['client_credentials'] },
  ordersApi,
];

const issuer = startedOnce(createIssuer);

let as: TestAuthorizationServer;
const begin = async (
  trust: Partial<SamlIssuer> = {},
  settings: Partial<AuthorizationServerSettings> = {},
): Promise<void> => {
  const trusted: SamlIssuer = {
    name: 'idp',
    issuer: issuerName,
    certificatesPem: [issuer.cert],
    audiences: undefined,
    recipients: undefined,
    skewSeconds: 60,
    subject: 'user',
    subjectAttribute: undefined,
    ...trust,
  };
  as = await startAuthorizationServer({ clients, samlIssuers: [trusted], settings });
};
const beginAnew = async (...how: Parameters<typeof begin>): Promise<void> => {
  await as.close();
  await begin(...how);
};
beforeEach(() => begin());
afterEach(() => as.close());

const build: Issuer['build'] = (options) =>
  issuer.build({ audience: as.origin, recipient: `${as.origin}/as/token.oauth2`, ...options });
const present = (assertion: string, more: Readonly<Record<string, string>> = {}, client = 'app') =>
  postToken(as, { grant_type: grantType, assertion, ...more }, client);
const give = (xml: string, more: Readonly<Record<string, string>> = {}): Promise<TokenAnswer> =>
  present(encodeAssertion(xml), more);
const failed = () => as.trace().rules.find(({ outcome }) => outcome === 'failed');

describe('a correct assertion', () => {
  test('is traded for an access token of its subject, and no refresh token', async () => {
    const answer = await give(build(), { scope: 'orders.read' });
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{28}$/),
      token_type: 'Bearer',
      expires_in: 7_200,
    });
    expect((await validate(as, member(answer, 'access_token'))).body).toMatchObject({
      access_token: { username: 'ann', name: 'Ann Archer' },
      client_id: 'app',
      scope: 'orders.read',
    });
  });

  test('passes every step, and the trace says what was found', async () => {
    await give(build());
    const own = as.trace().rules.filter(({ id }) => id.startsWith('saml') || id === 'issue');
    expect(own.map(({ rule, outcome }) => `${outcome}: ${rule}`)).toEqual([
      'passed: Assertion is present',
      'passed: Assertion is base64url-encoded UTF-8',
      'passed: XML is well-formed, without DOCTYPE or entities',
      'passed: Document is one SAML 2.0 assertion',
      'passed: Issuer is trusted: idp',
      'passed: Signature covers the element that is read: RS256',
      'passed: Subject is present and known: ann',
      'passed: Conditions are met at this time',
      'passed: Assertion is for this server',
      'passed: Bearer confirmation is valid for this endpoint and time',
      'passed: Assertion has not been used',
      'passed: Access token is issued',
    ]);
    expect(as.tags()).toContain('event:assertion.accepted');
  });

  test('a public client that is registered for it needs no secret', async () => {
    const fields = { grant_type: grantType, assertion: encodeAssertion(build()), client_id: 'kiosk' };
    expect((await postToken(as, fields)).status).toBe(200);
  });

  test('a client that is not registered for it', async () => {
    expect((await present(encodeAssertion(build()), {}, 'other')).body['error']).toBe('unauthorized_client');
  });

  test('may be plain Base64, which the trace says; the strict profile refuses it', async () => {
    const assertion = Buffer.from(build()).toString('base64');
    expect(assertion).toMatch(/[+/]/);
    expect((await present(assertion)).status).toBe(200);
    const encoding = as.trace().rules.find(({ id }) => id === 'saml-encoding');
    expect(encoding?.rule).toBe('Assertion is base64-encoded UTF-8 instead of base64url');
    await beginAnew({}, { profile: 'strict' });
    await present(Buffer.from(build()).toString('base64'));
    expect(failed()).toMatchObject({ id: 'saml-encoding', want: 'Base64-URL', got: 'Base64' });
  });

  test('may address the server as token endpoint, or by the names of its trust entry', async () => {
    expect((await give(build({ audience: `${as.origin}/as/token.oauth2` }))).status).toBe(200);
    await beginAnew({ audiences: ['urn:us'], recipients: ['https://alias.example'] });
    const named = { audience: 'urn:us', recipient: 'https://alias.example' };
    expect((await give(build(named))).status).toBe(200);
    await give(build());
    expect(failed()?.id).toBe('saml-audience');
    await give(build({ audience: 'urn:us' }));
    expect(failed()?.id).toBe('saml-confirmation');
  });
});

describe('the subject', () => {
  test('has to be a user of the workspace', async () => {
    const { body } = await give(build({ subject: 'eve' }));
    expect(body).toEqual({ error: 'invalid_grant', error_description: generic });
    expect(failed()).toMatchObject({ id: 'saml-subject', got: 'eve' });
  });

  test('may be anybody where the trust entry says so, with what the issuer says of them', async () => {
    await beginAnew({ subject: 'any' });
    const answer = await give(build({ subject: 'eve' }));
    expect((await validate(as, member(answer, 'access_token'))).body['access_token']).toEqual({
      username: 'eve',
      sub: 'eve',
      mail: 'ann@example.com',
      group: ['staff', 'readers'],
    });
    await give(build({ subject: 'ann' }));
    expect(failed()).toMatchObject({
      id: 'saml-subject',
      detail: expect.stringContaining('of the workspace'),
    });
  });

  test('may be named by an attribute, which must have one value', async () => {
    const xml = () => build({ subject: '_opaque', attributes: { uid: 'ann', group: ['a', 'b'], none: '' } });
    await beginAnew({ subjectAttribute: 'uid' });
    expect((await give(xml())).status).toBe(200);
    for (const subjectAttribute of ['group', 'none', 'absent', 'constructor']) {
      await beginAnew({ subjectAttribute });
      await give(xml());
      expect(failed()?.id).toBe('saml-subject');
    }
  });
});

describe('check 23: a refusal', () => {
  const stepIds: Readonly<Record<string, string>> = {
    parse: 'saml-parse',
    shape: 'saml-one-assertion',
    issuer: 'saml-issuer',
    signature: 'saml-signature',
    subject: 'saml-subject',
    conditions: 'saml-conditions',
    audience: 'saml-audience',
    confirmation: 'saml-confirmation',
  };

  test.each(shapeCatalogue.filter(({ refusedBy }) => refusedBy !== null))(
    'of $id names the step in the trace and nothing on the wire',
    async ({ id, refusedBy }) => {
      const answer = await give(build({ shape: id }));
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error: 'invalid_grant', error_description: generic });
      expect(failed()?.id).toBe(stepIds[refusedBy ?? '']);
      expect(failed()?.detail).toBeTruthy();
      expect(as.store.dump()).not.toContain('as.saml-assertion');
    },
  );

  test('of a missing assertion is the client’s to mend', async () => {
    expect((await present('')).body['error']).toBe('invalid_request');
  });

  test.each(['not base64!', 'PGEvP', ''.padEnd(60_000, 'A')])(
    'of an encoding that is none, case %#',
    async (assertion) => {
      expect((await present(assertion)).body).toEqual({ error: 'invalid_grant', error_description: generic });
      expect(failed()?.id).toMatch(/^saml-(encoding|parse)$/);
    },
  );

  test('comes too where the issuer has no certificate left, or is not trusted any more', async () => {
    await beginAnew({ certificatesPem: [] });
    await give(build());
    expect(failed()?.id).toBe('saml-signature');
    await beginAnew({ issuer: 'https://else.example' });
    await give(build());
    expect(failed()?.id).toBe('saml-issuer');
  });
});

describe('an assertion is taken once', () => {
  test('however it is written the second time', async () => {
    const xml = build();
    expect((await give(xml)).status).toBe(200);
    for (const again of [xml, `<!-- -->${xml}`, xml.replace(' Version="2.0"', "  Version='2.0'")]) {
      expect((await give(again)).body).toEqual({ error: 'invalid_grant', error_description: generic });
      expect(failed()?.id).toBe('saml-not-replayed');
    }
  });

  test('also by two requests at the same time', async () => {
    const xml = build();
    const both = await Promise.all([give(xml), give(xml)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  test('also where the scope is refused then', async () => {
    const xml = build();
    expect((await give(xml, { scope: 'orders.write' })).body['error']).toBe('invalid_scope');
    expect(as.trace().effect).toBe('Nothing was issued. The assertion counts as used.');
    await give(xml);
    expect(failed()?.id).toBe('saml-not-replayed');
  });

  test('also where the audience is refused then; no grant is left behind', async () => {
    const xml = build();
    expect((await give(xml, { audience: 'https://else.example' })).body['error']).toBe('invalid_target');
    expect(as.store.dump()).not.toContain('as.family');
    expect(as.tags()).not.toContain('event:assertion.accepted');
    await give(xml);
    expect(failed()?.id).toBe('saml-not-replayed');
  });

  test('also after a crash: it was on disk before the answer', async () => {
    const xml = build();
    await give(xml);
    await as.restart('crash');
    await give(xml);
    expect(failed()?.id).toBe('saml-not-replayed');
  });

  test('check 30: also where the clock was set forward, all was purged, and it was set back', async () => {
    const xml = build();
    await give(xml);
    as.advance(86_400_000);
    as.server.purgeExpired();
    as.advance(-86_400_000);
    await give(xml);
    expect(failed()?.id).toBe('saml-not-replayed');
    await as.restart('stop');
    await give(xml);
    expect(failed()?.id).toBe('saml-not-replayed');
  });

  test('and a refused one is not used up', async () => {
    const xml = build();
    await give(xml.replace('>ann<', '>bob<'));
    expect(failed()?.id).toBe('saml-signature');
    expect((await give(xml)).status).toBe(200);
  });

  test('what is signed is what is read: the verifier of another hand sees the same subject', async () => {
    const xml = build();
    const verifier = new SignedXml({ publicCert: issuer.cert });
    const signature = /<(?:ds:)?Signature[^]*<\/(?:ds:)?Signature>/.exec(xml)?.[0] ?? '';
    verifier.loadSignature(signature);
    expect(verifier.checkSignature(xml)).toBe(true);
    expect(verifier.getSignedReferences()[0]).toContain('>ann<');
  });
});
