import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';
import { postTo } from './parties.ts';
import { manage, openTo, type Registered, register, registered, web } from './registering.ts';

const policy = { grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'] };
const as = startedAnew(() => startAuthorizationServer({ settings: openTo(policy) }));

const failedStep = (): string | undefined => as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
const batch = { grant_types: ['client_credentials'], token_endpoint_auth_method: 'client_secret_post' };
const admin = () => as.server.admin.dynamicClients;

async function fresh(metadata: Record<string, unknown> = web): Promise<Registered> {
  const answer = await register(as, metadata);
  expect(answer.status).toBe(201);
  return registered(answer);
}

const getToken = ({ clientId, secret }: Registered) =>
  postTo(as, '/as/token.oauth2', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: 'orders.read',
  });

describe('a client that manages its registration', () => {
  test('reads it, and reads the same again', async () => {
    const client = await fresh();
    const answer = await manage(as, client, 'GET');
    expect([answer.status, answer.body]).toEqual([200, client.answer.body]);
    expect(as.trace().pipeline).toBe('register.read');
  });

  test('replaces it as a whole: what it leaves out is gone, and its token is another', async () => {
    const client = await fresh({ ...web, contacts: ['ann@shop.example'], scope: 'orders.read' });
    const { client_name: _, ...rest } = web;
    const changed = {
      ...rest,
      client_id: client.clientId,
      client_secret: client.secret,
      logo_uri: 'https://shop.example/l',
    };
    const answer = await manage(as, client, 'PUT', changed);
    const after = registered(answer);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      logo_uri: 'https://shop.example/l',
      scope: 'openid orders.read orders.write',
    });
    for (const name of ['client_name', 'contacts']) expect(answer.body).not.toHaveProperty(name);
    expect(after).toMatchObject({ clientId: client.clientId, secret: client.secret });
    expect((await manage(as, client, 'GET')).status).toBe(401);
    expect((await manage(as, after, 'GET')).status).toBe(200);
  });

  test('is held to every rule of a registration, and to its own name and secret', async () => {
    const client = await fresh();
    const named = { ...web, client_id: client.clientId };
    const update = async (body: unknown) => [
      (await manage(as, client, 'PUT', body)).body['error'],
      failedStep(),
    ];
    expect(await update({ ...named, skip_consent: true })).toEqual([
      'invalid_client_metadata',
      'metadata-unprivileged',
    ]);
    expect(await update({ ...named, grant_types: ['password'] })).toEqual([
      'invalid_client_metadata',
      'grants-allowed',
    ]);
    expect(await update({ ...named, redirect_uris: ['data:x'] })).toEqual([
      'invalid_redirect_uri',
      'redirect-uris-safe',
    ]);
    expect(await update(web)).toEqual(['invalid_client_metadata', 'update-names-client']);
    expect(await update({ ...named, client_secret: 'other' })).toEqual([
      'invalid_client_metadata',
      'update-names-client',
    ]);
    expect((await manage(as, client, 'GET')).body).toEqual(client.answer.body);
  });

  test('gets in with its own token alone', async () => {
    const [one, other] = [await fresh(), await fresh()];
    for (const token of [one.token, other.secret, 'x']) {
      const answer = await manage(as, { uri: other.uri, token }, 'GET');
      expect([answer.status, failedStep()]).toEqual([401, 'registration-token-valid']);
    }
    expect((await register(as, undefined, { method: 'GET', at: other.uri })).status).toBe(401);
  });

  test('deletes it, and all that it was given', async () => {
    const client = await fresh(batch);
    const { access_token: token } = (await getToken(client)).body;
    expect((await manage(as, client, 'DELETE')).status).toBe(204);
    expect((await manage(as, client, 'GET')).status).toBe(401);
    expect((await getToken(client)).status).toBe(401);
    const seen = await postTo(as, '/as/introspect.oauth2', { token: String(token) }, 'orders-api');
    expect(seen.body).toEqual({ active: false });
    await as.restart('stop');
    expect(admin().list()).toEqual([]);
  });
});

describe('an administrator', () => {
  test('sees each registration without its secrets, and switches it off: no update brings it back', async () => {
    const client = await fresh(batch);
    expect((await getToken(client)).status).toBe(200);
    expect(admin().list()).toMatchObject([
      { clientId: client.clientId, isDisabled: false, address: '127.0.0.1' },
    ]);
    for (const text of [client.secret, client.token])
      expect(JSON.stringify(admin().list())).not.toContain(text);
    await admin().setEnabled(client.clientId, false);
    expect((await getToken(client)).status).toBe(401);
    const answer = await manage(as, client, 'PUT', { ...batch, client_id: client.clientId });
    expect([answer.status, failedStep()]).toEqual([401, 'registration-enabled']);
    expect((await getToken(client)).status).toBe(401);
    await admin().setEnabled(client.clientId, true);
    expect((await getToken(client)).status).toBe(200);
    await admin().remove(client.clientId);
    expect((await manage(as, client, 'GET')).status).toBe(401);
  });
});

describe('a software statement', () => {
  const keys = startedOnce(async () => {
    const [trusted, foreign] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    return { trusted, foreign, jwk: { ...(await exportJWK(trusted.publicKey)) } };
  });
  const trusting = () =>
    as.configure(
      openTo({
        requireSoftwareStatement: true,
        softwareStatementIssuers: [
          { issuer: 'https://vendor.example', jwks: { keys: [keys.jwk as { kty: string }] } },
        ],
      }),
    );
  const state = (claims: Record<string, unknown>, key = keys.trusted.privateKey) =>
    new SignJWT({ iss: 'https://vendor.example', ...claims }).setProtectedHeader({ alg: 'ES256' }).sign(key);
  const tell = async (statement: unknown) => {
    const answer = await register(as, { ...web, software_statement: statement });
    return [answer.status, answer.body['error'], failedStep()];
  };

  test('of a trusted issuer wins over what the client says itself, and is judged as that is', async () => {
    trusting();
    const statement = await state({ client_name: 'Vendor’s shop', scope: 'orders.read', sub: 'x' });
    const answer = await register(as, { ...web, software_statement: statement });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ client_name: 'Vendor’s shop', software_statement: statement });
    expect(answer.body).not.toHaveProperty('sub');
    expect(await tell(await state({ scope: 'admin' }))).toEqual([
      400,
      'invalid_client_metadata',
      'scope-allowed',
    ]);
  });

  test('of anybody else, of another key, of yesterday, unsigned or missing is refused', async () => {
    trusting();
    const now = as.nowMillis() / 1_000;
    const invalid = (step: string) => [400, 'invalid_software_statement', step];
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"iss":"https://vendor.example"}').toString('base64url')}.`;
    expect(await tell(await state({ iss: 'https://evil.example' }))).toEqual([
      400,
      'unapproved_software_statement',
      'statement-issuer-trusted',
    ]);
    expect(await tell(await state({}, keys.foreign.privateKey))).toEqual(invalid('statement-signature'));
    expect(await tell(await state({ exp: now - 61 }))).toEqual(invalid('statement-time'));
    expect((await tell(unsigned)).slice(0, 2)).toEqual([400, 'invalid_software_statement']);
    expect(await tell(undefined)).toEqual(invalid('statement-present'));
  });
});
