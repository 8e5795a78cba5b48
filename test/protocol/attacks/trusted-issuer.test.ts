import { randomBytes } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { generateIssuerKeys } from '#main/services/saml/index.ts';
import { samlBearerGrantType } from '#shared/oauth/index.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { attackServer } from './attack-server.ts';

const issuer = 'https://identity.example/saml';
let as: TestAuthorizationServer | undefined;
afterEach(() => as?.close());

/** A server that trusts an issuer, seen from outside: nothing is known of it but its file. */
async function attackTrusting(weaknesses: readonly string[], audience?: string) {
  const { key, cert } = await generateIssuerKeys('Identity of the test', {
    clock: { nowMillis: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
  });
  const server = await startAuthorizationServer({
    settings: { weaknesses: [...weaknesses], profile: weaknesses.length === 0 ? 'strict' : 'training' },
    clients: [
      {
        clientId: 'partner',
        secret: 'partner-secret',
        grantTypes: [samlBearerGrantType],
        scopes: ['orders.read'],
      },
    ],
    samlIssuers: [
      {
        name: 'trusted',
        issuer,
        certificatesPem: [cert],
        audiences: audience === undefined ? undefined : [audience],
        recipients: undefined,
        skewSeconds: 60,
        subject: 'user',
        subjectAttribute: undefined,
      },
    ],
  });
  as = server;
  server.advance(Date.now() - server.nowMillis());
  const file = {
    saml: { issuer, private_key: key, certificate: cert, ...(audience === undefined ? {} : { audience }) },
    clients: [
      {
        client_id: 'partner',
        client_secret: 'partner-secret',
        grant_types: [samlBearerGrantType],
        scope: 'orders.read',
      },
    ],
    users: [
      { username: 'ann', password: 'ann-password' },
      { username: 'bob', password: 'bob-password' },
    ],
  };
  const only = Array.from({ length: 15 }, (_unused, index) => `SA-${String(index + 1).padStart(2, '0')}`);
  const { cases } = await attackServer(server.origin, file, only);
  return new Map(cases.map(({ id, verdict }) => [id, verdict]));
}

/** Cases that need the clock of the server, or a second issuer. */
const beyond = ['SA-06', 'SA-07', 'SA-11'];

test('assertions of a declared issuer are forged in every way that needs no access to the server', async () => {
  const verdicts = await attackTrusting([]);
  const skipped = [...verdicts].filter(([, verdict]) => verdict === 'SKIPPED').map(([id]) => id);
  expect(skipped).toEqual(beyond);
  expect([...verdicts].filter(([id, verdict]) => !beyond.includes(id) && verdict !== 'PASSED')).toEqual([]);
});

test('assertions are for the audience that the file names', async () => {
  const verdicts = await attackTrusting([], 'urn:the-server');
  expect(verdicts.get('SA-01')).toBe('PASSED');
  expect(verdicts.get('SA-08')).toBe('PASSED');
});

test.each([
  ['saml-signature-not-verified', 'SA-02'],
  ['saml-replayed', 'SA-08'],
  ['saml-audience-ignored', 'SA-04'],
])('a server with %s fails %s', async (weakness, id) => {
  expect((await attackTrusting([weakness])).get(id)).toBe('FAILED');
});
