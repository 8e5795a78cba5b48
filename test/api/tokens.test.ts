import { createHash } from 'node:crypto';
import { CompactEncrypt, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';

describe.each(twoTransports)('tokens over %s', (_name, connect) => {
  const frames: string[] = [];
  const running = startedOnce(startTestEngine);
  const connected = startedOnce(() => connect(running.engine, (frame) => frames.push(frame)));
  const client = startedOnce(() => connected.client);

  async function issue(): Promise<string> {
    const answer = await fetch(`${running.authorizationServer}/as/token.oauth2`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('batch-job:planted-batch-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  test('tokens.inspect says what a token is', async () => {
    const token = await issue();
    expect(await client.tokens.inspect({ token })).toMatchObject({
      form: 'opaque',
      stored: { kind: 'access_token', state: 'valid', clientId: 'batch-job' },
      saml: null,
    });
    expect(await codeOf(client.tokens.inspect({ token: '' }))).toBe('api.invalid-input');
    expect(await codeOf(client.tokens.inspect({ runId: 'no such run', name: 'access_token' }))).toBe(
      'api.not-found',
    );
  });

  test('tokens.decrypt opens a JWE with a secret of the workspace, which stays in the engine', async () => {
    const key = createHash('sha256').update('planted-batch-secret').digest();
    const token = await new CompactEncrypt(Buffer.from('{"sub":"ann"}'))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
    const withSecretOf = (clientId: string) =>
      client.tokens.decrypt({ source: { token }, with: { kind: 'client-secret', clientId } });
    expect(JSON.parse((await withSecretOf('batch-job')).content)).toEqual({ sub: 'ann' });
    expect(await codeOf(withSecretOf('portal-web'))).toBe('token.key-unreadable');
  });

  test('tokens.verify checks with a secret of the workspace, which stays in the engine', async () => {
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('planted-batch-secret'));
    const source = { token };
    const found = await client.tokens.verify({
      source,
      with: { kind: 'client-secret', clientId: 'batch-job' },
    });
    expect(found).toMatchObject({
      isVerified: true,
      key: { origin: 'The secret of batch-job', type: 'secret' },
    });
    const other = await client.tokens.verify({
      source,
      with: { kind: 'client-secret', clientId: 'portal-web' },
    });
    expect(other.isSignatureRight).toBe(false);
    expect(frames.join('')).not.toContain('planted');
  });

  test('tokens.ask asks as a client of the workspace, and the exchange can be looked at', async () => {
    const token = await issue();
    const answer = await client.tokens.ask({ source: { token }, how: 'validate', clientId: 'orders-api' });
    expect(answer).toMatchObject({ status: 200, isActive: true });
    const exchange = await client.exchanges.get({ id: answer.exchangeId });
    expect(JSON.stringify(exchange)).not.toContain(token);
    expect(JSON.stringify(exchange)).toContain('/as/token.oauth2');
    const asked = await client.tokens.ask({ source: { token }, how: 'introspect', clientId: 'batch-job' });
    expect(asked.isActive).toBe(true);
    expect(frames.join('')).not.toContain('planted');
  });

  test('tokens.forge makes a token that tokens.verify takes', async () => {
    const { token, jwks } = await client.tokens.forge({
      header: '{"typ":"JWT"}',
      claims: '{"sub":"ann"}',
      signing: { kind: 'session-key', algorithm: 'ES256', isEmbedded: false },
      keepsAlgorithm: false,
      isAsTyped: false,
    });
    const found = await client.tokens.verify({
      source: { token },
      with: { kind: 'pasted', text: jwks ?? '' },
    });
    expect(found.isVerified).toBe(true);
    // Before the server signed anything it has no key: it is asked for its key set, and makes them.
    const forged = await client.tokens.forge({
      header: '{}',
      claims: '{}',
      signing: { kind: 'public-key', kid: null, form: 'pem', algorithm: 'HS256' },
      keepsAlgorithm: false,
      isAsTyped: false,
    });
    const seen = await client.tokens.verify({ source: { token: forged.token }, with: { kind: 'hosted' } });
    const algorithm = seen.trace.rules.find(({ id }) => id === 'algorithm');
    expect(algorithm?.detail).toContain('made with a public key as the secret');
  });

  test('tokens.samlShapes, tokens.buildSaml and tokens.verifySaml make an assertion and see through it', async () => {
    const shapes = await client.tokens.samlShapes();
    expect(shapes.map(({ id }) => id)).toContain('xsw-3');
    const made = await client.tokens.buildSaml({
      issuer: 'https://idp.example',
      subject: 'ann',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      audiences: [running.authorizationServer],
      recipient: `${running.authorizationServer}/as/token.oauth2`,
      confirmationMethod: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
      notBeforeSeconds: -60,
      notOnOrAfterSeconds: 300,
      attributes: [],
      algorithm: 'RS256',
      shape: 'xsw-3',
      forgedSubject: 'mallory',
      signer: null,
    });
    const report = await client.tokens.inspect({ token: made.base64url });
    expect(report).toMatchObject({
      form: 'saml',
      saml: { assertions: [{ nameId: 'mallory', coveredBy: [] }, { coveredBy: [0] }] },
    });
    const source = { token: made.xml };
    expect(await client.tokens.verifySaml({ source, certificate: null })).toMatchObject([
      { outcome: 'no-key' },
    ]);
    expect(await client.tokens.verifySaml({ source, certificate: made.certificate })).toMatchObject([
      { outcome: 'verified' },
    ]);
  });

  test('what was typed stands in no log', () => {
    expect(running.logLines.join('\n')).not.toMatch(/planted|eyJ/);
  });
});
