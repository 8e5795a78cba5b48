import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { foreignTargetFile, startForeignServer } from './foreign-parties.ts';
import { runToEnd, startRun } from './parties.ts';

const valueOf = ({ values }: FlowRun, name: string) => values.find((value) => value.name === name);
const stateOf = (run: FlowRun, name: string) => valueOf(run, name)?.state;
const outcomesAt = ({ checks }: FlowRun, stepId: string) =>
  Object.fromEntries(
    checks.filter((check) => check.stepId === stepId).map(({ id, outcome }) => [id, outcome]),
  );

describe('the checks of a client at the hosted server', () => {
  let running: TestEngine;
  beforeEach(async () => {
    running = await startTestEngine({
      files: {
        ...ordinaryFiles,
        'oauth/clients/portal-web.json': {
          client_id: 'portal-web',
          client_secret: 'planted-client-secret',
          redirect_uris: ['http://127.0.0.1:9035/cb'],
          grant_types: ['authorization_code', 'refresh_token', 'implicit'],
          response_types: ['code', 'code id_token'],
          scope: 'openid orders.read',
        },
      },
    });
  });
  afterEach(() => running.stop());
  const run = (kind: string, more: Partial<FlowStartInput> = {}) =>
    runToEnd(running, { kind, clientId: 'portal-web', ...more });
  const spoil = () =>
    running.engine.faults.add({
      id: 'f1',
      service: 'authorizationServer',
      path: '/as/token.oauth2',
      effect: { kind: 'wrong-signature' },
    });

  test('an ID token that passes them is valid, and what nobody looked at is not checked', async () => {
    const view = await run('code-pkce');
    expect(view.state).toBe('passed');
    expect(outcomesAt(view, 'authorize')).toMatchObject({ state: 'passed', 'response-mode': 'passed' });
    expect(outcomesAt(view, 'token')).toMatchObject({
      'token-type': 'passed',
      algorithm: 'passed',
      signature: 'passed',
      issuer: 'passed',
      audience: 'passed',
      expiry: 'passed',
    });
    expect(valueOf(view, 'id_token')).toMatchObject({
      state: 'valid',
      tone: 'ok',
      checkedAtMillis: expect.any(Number),
    });
    expect(valueOf(view, 'access_token')).toMatchObject({ state: 'not checked', tone: 'muted' });
    expect(stateOf(view, 'refresh_token')).toBe('not checked');
  });

  test('a wrong signature ends the run, and the token is not green', async () => {
    spoil();
    const view = await run('code-pkce');
    expect([view.state, view.note]).toEqual([
      'failed',
      'The client rejects the ID token: no key of the server verifies the signature.',
    ]);
    expect(valueOf(view, 'id_token')).toMatchObject({ state: 'invalid', tone: 'danger' });
    expect(outcomesAt(view, 'token')).toMatchObject({ algorithm: 'passed', signature: 'failed' });
  });

  test('an ID token that was issued expired is refused', async () => {
    running.engine.faults.add({
      id: 'f1',
      service: 'authorizationServer',
      effect: { kind: 'skew-expiry', seconds: -100_000 },
    });
    expect((await run('code-pkce')).note).toMatch(
      /^The client rejects the ID token: it expired \d+ s ago\.$/,
    );
  });

  test('both ID tokens of a hybrid flow are checked, with their nonce and the hash of the code', async () => {
    const view = await run('hybrid');
    expect([view.state, view.note]).toEqual(['passed', 'The resource server accepted the token.']);
    expect(outcomesAt(view, 'authorize')).toMatchObject({
      'response-mode': 'passed',
      signature: 'passed',
      nonce: 'passed',
      'code-hash': 'passed',
    });
    expect(outcomesAt(view, 'token')).toMatchObject({ nonce: 'passed', signature: 'passed' });
  });

  test('the keys are read once in a run, and the request is recorded under its tags', async () => {
    const tags: (readonly string[])[] = [];
    const unfollow = running.engine.recorder.follow(({ exchanges }) => {
      for (const { draft } of exchanges) tags.push(draft.tags);
    });
    const view = await run('hybrid');
    unfollow();
    const ofKeys = tags.filter((each) => each.some((tag) => tag.endsWith('/keys')));
    expect(ofKeys).toEqual([expect.arrayContaining([`run:${view.id}`, 'step:authorize/keys'])]);
  });

  test('a token is valid for a minute after the server said so, and not after it was revoked', async () => {
    const { flows } = running.engine;
    const { id } = await run('code-pkce');
    const validated = await flows.perform(id, 'validate', 'access_token', undefined);
    expect(valueOf(validated, 'access_token')).toMatchObject({ state: 'valid', tone: 'ok' });
    running.clock.advance(60_000);
    expect(valueOf(flows.get(id), 'access_token')).toMatchObject({ state: 'not checked', tone: 'muted' });
    await flows.perform(id, 'introspect', 'access_token', undefined);
    expect(stateOf(flows.get(id), 'access_token')).toBe('valid');
    await flows.perform(id, 'revoke', 'access_token', undefined);
    expect(valueOf(flows.get(id), 'access_token')).toMatchObject({ state: 'revoked', tone: 'danger' });
    await flows.perform(id, 'introspect', 'access_token', undefined);
    expect(valueOf(flows.get(id), 'access_token')).toMatchObject({ state: 'invalid', tone: 'danger' });
  });

  test('a token is checked on demand: by introspection, an ID token with the keys', async () => {
    const { flows } = running.engine;
    const { id } = await run('code-pkce');
    const view = await flows.perform(id, 'check', 'refresh_token', undefined);
    expect([view.steps.at(-1)?.id, stateOf(view, 'refresh_token')]).toEqual(['introspect', 'valid']);
    running.clock.advance(3_600_000);
    expect(stateOf(flows.get(id), 'id_token')).toBe('not checked');
    const later = await flows.perform(id, 'check', 'id_token', undefined);
    expect(valueOf(later, 'id_token')).toMatchObject({ state: 'invalid', tone: 'danger' });
    expect(later.steps.at(-1)?.id).toBe('introspect');
  });

  test('what is still to come is shown as not reached', async () => {
    const view = await startRun(running, { kind: 'code-pkce', clientId: 'portal-web', mode: 'step' });
    expect(outcomesAt(view, 'token')).toMatchObject({
      'token-type': 'not-reached',
      signature: 'not-reached',
    });
    expect(outcomesAt(view, 'authorize')).toMatchObject({ state: 'not-reached' });
  });
});

describe('the checks of a client at a server that others wrote', () => {
  let running: TestEngine;
  const foreign = startedOnce(startForeignServer);
  beforeAll(async () => {
    const file = foreignTargetFile(foreign);
    const [portal, ...others] = file.clients;
    const registered = { ...portal, id_token_signed_response_alg: 'ES256' };
    running = await startTestEngine({
      files: {
        ...ordinaryFiles,
        'targets/oidc.json': file,
        'targets/other-algorithm.json': { ...file, clients: [registered, ...others] },
      },
    });
    running.clock.advance(Date.now() - running.clock.nowMillis());
  });
  afterAll(async () => {
    await running.stop();
  });
  const run = (kind: string, target = 'oidc') =>
    runToEnd(running, { kind, target, clientId: 'portal', username: 'ada' });

  test('metadata, ID token and userinfo pass them', async () => {
    const view = await run('code-pkce');
    expect([view.state, stateOf(view, 'id_token')]).toEqual(['passed', 'valid']);
    expect(outcomesAt(view, 'authorize')).toMatchObject({
      'metadata-issuer': 'passed',
      state: 'passed',
      'response-issuer': 'passed',
    });
    expect(outcomesAt(view, 'token')).toMatchObject({ signature: 'passed', expiry: 'passed' });
    expect(outcomesAt(view, 'resource')).toEqual({ 'userinfo-subject': 'passed' });
  });

  test('an ID token that came for a refresh token keeps issuer, user and audience', async () => {
    const view = await run('refresh');
    expect(view.state).toBe('passed');
    expect(outcomesAt(view, 'refresh')).toMatchObject({
      signature: 'passed',
      'refreshed-issuer': 'passed',
      'refreshed-subject': 'passed',
      'refreshed-audience': 'passed',
    });
  });

  test('an algorithm other than the registered one is refused', async () => {
    expect((await run('code-pkce', 'other-algorithm')).note).toBe(
      'The client rejects the ID token: its alg is “RS256”, but the client is registered for ES256.',
    );
  });

  test('a token is worth what introspection and revocation said last', async () => {
    expect(stateOf(await run('introspect'), 'access_token')).toBe('valid');
    expect(stateOf(await run('revoke'), 'access_token')).toBe('revoked');
  });
});
