import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ended, runToEnd, startRun } from './parties.ts';

const files = {
  ...ordinaryFiles,
  'oauth/clients/portal-web.json': {
    client_id: 'portal-web',
    client_secret: 'planted-client-secret',
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code', 'refresh_token', 'implicit', 'client_credentials'],
    response_types: ['code', 'token', 'id_token', 'id_token token', 'code id_token'],
    scope: 'openid orders.read',
  },
  'oauth/clients/public-app.json': {
    client_id: 'public-app',
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'orders.read',
  },
};

let running: TestEngine;
beforeEach(async () => {
  running = await startTestEngine({ files });
});
afterEach(() => running.stop());

type Options = NonNullable<FlowStartInput['options']>;
const run = (options: Options, more: Partial<FlowStartInput> = {}) =>
  runToEnd(running, { kind: 'code-pkce', clientId: 'portal-web', options, ...more });
const sentAt = async ({ id }: Pick<FlowRun, 'id'>, stepId: string) => {
  const { request } = await running.engine.flows.request(id, stepId);
  const fields = request.body.kind === 'form' ? request.body.fields : request.query;
  return fields.map(({ name, value }) => [name, value]);
};
const names = async (view: FlowRun, stepId: string) => (await sentAt(view, stepId)).map(([name]) => name);

describe('the options of a flow', () => {
  test('what was chosen is what leaves, and what was not is sent as ever', async () => {
    const usual = await run({});
    expect(await names(usual, 'authorize')).toEqual([
      'client_id',
      'response_type',
      'redirect_uri',
      'scope',
      'state',
      'nonce',
      'code_challenge',
      'code_challenge_method',
      'login_hint',
    ]);
    const claims = { userinfo: { email: null } };
    const view = await run({
      parameters: {
        scope: 'openid',
        login_hint: null,
        prompt: 'login consent',
        max_age: 0,
        acr_values: '2 1',
        resource: ['https://a.example/', 'https://b.example/'],
        claims,
        extra: [
          { name: 'ui_locales', value: 'de' },
          { name: 'echo', value: '{{state}}' },
          { name: 'ui_locales', value: 'fr' },
        ],
      },
    });
    const sent = await sentAt(view, 'authorize');
    expect(sent).toEqual(
      expect.arrayContaining([
        ['scope', 'openid'],
        ['prompt', 'login consent'],
        ['max_age', '0'],
        ['acr_values', '2 1'],
        ['resource', 'https://a.example/'],
        ['resource', 'https://b.example/'],
        ['claims', JSON.stringify(claims)],
        ['echo', '{{state}}'],
      ]),
    );
    expect(sent.filter(([name]) => name === 'ui_locales')).toEqual([
      ['ui_locales', 'de'],
      ['ui_locales', 'fr'],
    ]);
    expect(sent.map(([name]) => name)).not.toContain('login_hint');
  });

  test('scope and nonce can be left out; without openid none is sent by itself', async () => {
    const bare = await run({ parameters: { scope: null } });
    expect(await names(bare, 'authorize')).not.toEqual(expect.arrayContaining(['scope']));
    expect(await names(bare, 'authorize')).not.toEqual(expect.arrayContaining(['nonce']));
    const plain = await run({ parameters: { scope: 'orders.read' } });
    expect([plain.state, await names(plain, 'authorize')]).toEqual([
      'passed',
      expect.not.arrayContaining(['nonce']),
    ]);
  });

  test('a grant without a browser sends them to the token endpoint', async () => {
    const parameters = {
      scope: 'orders.read',
      resource: ['urn:a'],
      extra: [{ name: 'purpose', value: 'test' }],
    };
    const view = await run({ parameters }, { kind: 'client-credentials' });
    expect(await sentAt(view, 'token')).toEqual([
      ['grant_type', 'client_credentials'],
      ['scope', 'orders.read'],
      ['resource', 'urn:a'],
      ['purpose', 'test'],
    ]);
  });

  test('a wrong claims request is refused before a run begins', () => {
    const start = (claims: unknown) =>
      flowStartSchema.safeParse({
        kind: 'code',
        clientId: 'portal-web',
        username: 'ann',
        mode: 'run',
        browser: 'unattended',
        options: { parameters: { claims } },
      }).success;
    expect([start({ id_token: { email: null } }), start({ id_token: { email: true } }), start('{}')]).toEqual(
      [true, false, false],
    );
  });

  test.each([
    ['id_token', 'fragment', ['authorize']],
    ['id_token token', 'fragment', ['authorize', 'resource']],
    ['code id_token', 'fragment', ['authorize', 'token', 'resource']],
  ])('the response type %s comes by %s, and is checked', async (responseType, _mode, expected) => {
    const view = await run({ responseType }, { kind: 'implicit' });
    expect([view.state, view.note]).toEqual(['passed', expect.any(String)]);
    const sent = view.steps.filter(({ id, stepId, act }) => id === stepId && act !== 'observe');
    expect(sent.map(({ id }) => id)).toEqual(expected);
    const outcomes = Object.fromEntries(
      view.checks.filter(({ stepId }) => stepId === 'authorize').map(({ id, outcome }) => [id, outcome]),
    );
    expect(outcomes).toMatchObject({ 'response-mode': 'passed', nonce: 'passed', signature: 'passed' });
    expect(outcomes['access-token-hash']).toBe(responseType === 'id_token token' ? 'passed' : undefined);
    expect(outcomes['code-hash']).toBe(responseType === 'code id_token' ? 'passed' : undefined);
  });

  test('the hosted server signs a response, and an error in one ends the run with its code', async () => {
    const outcomes = ({ checks }: Awaited<ReturnType<typeof run>>) =>
      Object.fromEntries(
        checks.flatMap(({ stepId, id, outcome }) => (stepId === 'authorize' ? [[id, outcome]] : [])),
      );
    const view = await run({ responseMode: 'jwt' });
    expect(view.state).toBe('passed');
    expect(outcomes(view)).toMatchObject({ 'signed-response': 'passed', 'response-mode': 'passed' });
    const refused = await run({ responseMode: 'jwt', parameters: { prompt: 'none' } });
    expect(refused.note).toContain('login_required');
    expect(outcomes(refused)).toMatchObject({ 'signed-response': 'passed', state: 'passed' });
  });

  test('the hosted server takes a pushed request, and binds the tokens of a run to its key', async () => {
    const view = await run({ isPushed: true, isBound: true });
    expect([view.state, view.note]).toEqual(['passed', expect.any(String)]);
    const sent = view.steps.filter(({ id, stepId, act }) => id === stepId && act !== 'observe');
    expect(sent.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'push-authorize 201',
      'authorize 200',
      'token 200',
      'resource 200',
    ]);
  });

  test('a client that has neither key nor secret signs nothing, and nothing is sent', async () => {
    const view = await run({ isSigned: true }, { clientId: 'public-app' });
    expect([view.state, view.note]).toEqual([
      'failed',
      'public-app has neither a key nor a secret to sign its request with.',
    ]);
    expect(view.steps.some(({ state }) => state === 'done')).toBe(false);
  });
});

describe('a nonce', () => {
  test('of a code flow that does not come back ends the run', async () => {
    const held = await startRun(running, {
      kind: 'code-pkce',
      clientId: 'portal-web',
      breakpoints: [{ stepId: 'token', at: 'request' }],
    });
    const { flows } = running.engine;
    await eventually(() => (flows.get(held.id).state === 'paused' ? true : null));
    flows.setValue(held.id, 'nonce', 'another one');
    await flows.resume(held.id);
    const view = await ended(running, held);
    expect([view.state, view.note]).toEqual([
      'failed',
      'The client rejects the ID token: its nonce does not match the request.',
    ]);
  });
});

describe('a saved flow', () => {
  const { directory } = { directory: () => join(running.engine.workspace.directory, 'flows') };
  const fileOf = (name: string): unknown =>
    JSON.parse(readFileSync(join(directory(), `${name}.json`), 'utf8')) as unknown;
  const savedAs = async (view: FlowRun, name: string) => {
    const { flows } = running.engine;
    await flows.savedFlows.save(view.id, name);
    await eventually(() => flows.savedFlows.list().find((flow) => flow.name === name) ?? null);
    return fileOf(name);
  };

  test('whose options were chosen is kept by them, and made anew from them', async () => {
    const view = await run({
      responseMode: 'form_post',
      parameters: { scope: 'orders.read', nonce: null, extra: [{ name: 'ui_locales', value: 'de' }] },
    });
    expect(await savedAs(view, 'chosen')).toEqual({
      kind: 'code-pkce',
      client_id: 'portal-web',
      username: 'ann',
      options: {
        response_mode: 'form_post',
        parameters: { scope: 'orders.read', nonce: null, extra: [{ name: 'ui_locales', value: 'de' }] },
      },
    });
    const again = await ended(running, await running.engine.flows.startSaved('chosen', 'run', 'unattended'));
    expect(again).toMatchObject({ state: 'passed', origin: { kind: 'saved', name: 'chosen' } });
    expect(await sentAt(again, 'authorize')).toEqual(await sentAt(view, 'authorize'));
  });

  test('whose requests were edited, or that has nothing of its own, is kept by its requests', async () => {
    expect(await savedAs(await run({}), 'usual')).toMatchObject({ script: { steps: expect.any(Array) } });
    const held = await startRun(running, {
      kind: 'code-pkce',
      clientId: 'portal-web',
      mode: 'step',
      options: { parameters: { prompt: 'login' } },
    });
    const { text } = await running.engine.flows.request(held.id, 'authorize');
    await running.engine.flows.editRequest(held.id, 'authorize', {
      text: text.replace('Accept-Language: en', 'Accept-Language: de'),
    });
    const file = await savedAs(held, 'edited');
    expect(file).toMatchObject({ script: { steps: expect.any(Array) } });
    expect(file).not.toHaveProperty('options');
  });

  test('into whose options a secret was typed is kept by its requests, in which its name stands', async () => {
    const extra = [{ name: 'own', value: 'planted-client-secret' }];
    const text = JSON.stringify(await savedAs(await run({ parameters: { extra } }), 'secret'));
    expect(text).toContain('"value":"{{client_secret}}"');
    expect(text).not.toContain('planted');
  });

  test('may be written by hand with its options alone', async () => {
    await running.stop();
    running = await startTestEngine({
      files: {
        ...files,
        'flows/by-hand.json': {
          kind: 'code',
          client_id: 'portal-web',
          username: 'ann',
          options: { client_authentication: 'client_secret_post', parameters: { max_age: 60 } },
        },
      },
    });
    const view = await ended(running, await running.engine.flows.startSaved('by-hand', 'run', 'unattended'));
    expect(view.state).toBe('passed');
    expect(await sentAt(view, 'authorize')).toEqual(expect.arrayContaining([['max_age', '60']]));
    expect(await names(view, 'token')).toEqual(expect.arrayContaining(['client_secret']));
  });
});
