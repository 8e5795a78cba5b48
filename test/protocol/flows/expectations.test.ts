import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { FlowRun } from '#shared/api/index.ts';
import type { FlowExpectation } from '#shared/flows/expectations/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ended, startRun } from './parties.ts';

const secret = 'planted-client-secret';
const files = {
  ...ordinaryFiles,
  'oauth/clients/portal-web.json': {
    client_id: 'portal-web',
    client_secret: secret,
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
    scope: 'openid orders.read',
  },
  'oauth/clients/other-app.json': {
    client_id: 'other-app',
    client_secret: 'another-planted-secret',
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'openid orders.read',
  },
};

let running: TestEngine;
afterEach(() => running.stop());

/** A run of a flow with expectations, once each of them is told. */
async function judgedRun(expectations: readonly FlowExpectation[], file: object = {}): Promise<FlowRun> {
  running = await startTestEngine({
    files: {
      ...files,
      'flows/tested.json': {
        kind: 'code-pkce',
        client_id: 'portal-web',
        username: 'ann',
        options: {},
        expect: expectations,
        ...file,
      },
    },
  });
  return judged(await running.engine.flows.startSaved('tested', 'run', 'unattended'));
}

async function judged(started: FlowRun): Promise<FlowRun> {
  await ended(running, started);
  return eventually(() => {
    const view = running.engine.flows.get(started.id);
    return view.expectations.every(({ outcome }) => outcome !== 'open') ? view : null;
  });
}

const outcomes = ({ expectations }: FlowRun) =>
  expectations.map(({ check, outcome, actual }) => [check, outcome, actual]);

describe('what must come out of a flow', () => {
  test('is held against each answer, value and token of the run', async () => {
    const view = await judgedRun([
      { check: 'status', step: 'token', is: 200 },
      { check: 'header', step: 'token', name: 'Cache-Control', is: '/no-store/' },
      { check: 'json', step: 'token', members: { token_type: 'Bearer', expires_in: 7_200, error: null } },
      { check: 'redirect', step: 'authorize', parameters: { state: '{{state}}', error: null } },
      { check: 'claim', token: 'id_token', members: { aud: 'portal-web', sub: '/./', nonce: '{{nonce}}' } },
      { check: 'value', name: 'access_token', not: '{{refresh_token}}' },
      { check: 'time', step: 'token', at_most_millis: 20_000 },
      { check: 'client-checks' },
      { check: 'end', is: 'passed' },
    ]);
    expect(view.state).toBe('passed');
    expect(outcomes(view).filter(([, outcome]) => outcome !== 'met')).toEqual([]);
    // Codes and tokens are quoted by none of them.
    const values = ['code', 'access_token', 'refresh_token', 'id_token'].map((name) =>
      running.engine.flows.reveal(view.id, name),
    );
    const told = JSON.stringify(view.expectations);
    expect(values.filter((value) => told.includes(value))).toEqual([]);
  });

  test('says what came where it is another thing', async () => {
    const view = await judgedRun([
      { check: 'status', step: 'token', is: [400, 401] },
      { check: 'header', step: 'token', name: 'Cache-Control', absent: true },
      { check: 'json', step: 'token', members: { scope: 'orders.write' } },
      { check: 'redirect', step: 'authorize', parameters: { error: 'access_denied' } },
      { check: 'error', step: 'token', is: 'invalid_grant' },
      { check: 'claim', token: 'access_token', members: { sub: 'ann' } },
      { check: 'value', name: 'access_token', is: '{{code}}' },
      { check: 'rule', step: 'token', is: 'code-fresh' },
      { check: 'status', step: 'nowhere', is: 200 },
      { check: 'json', step: 'token', members: { scope: '/(/' } },
      { check: 'end', is: 'refused' },
    ]);
    expect(outcomes(view)).toEqual([
      ['status', 'broken', 'status 200'],
      ['header', 'broken', expect.stringContaining('Cache-Control: ')],
      ['json', 'broken', 'scope is absent'],
      ['redirect', 'broken', 'error is absent'],
      ['error', 'broken', 'no error'],
      ['claim', 'broken', 'the JWT access_token is missing'],
      ['value', 'broken', expect.stringMatching(/^“.*•+.*”$/)],
      ['rule', 'broken', 'not rejected'],
      ['status', 'broken', 'nothing was sent'],
      ['json', 'broken', 'This group has no closing parenthesis.'],
      ['end', 'broken', 'the flow succeeded'],
    ]);
  });
});

/** A code that is exchanged with another verifier than its challenge was made of. */
async function refusedFlow(): Promise<object> {
  running = await startTestEngine({ files });
  const held = await startRun(running, { kind: 'code-pkce', clientId: 'portal-web', mode: 'step' });
  const { request } = await running.engine.flows.request(held.id, 'token');
  const { body } = request;
  if (body.kind !== 'form') throw new Error('The token request is a form.');
  const fields = body.fields.map((field) =>
    field.name === 'code_verifier' ? { ...field, value: 'x'.repeat(43) } : field,
  );
  await running.engine.flows.editRequest(held.id, 'token', {
    request: { ...request, body: { ...body, fields } },
  });
  await running.engine.flows.savedFlows.save(held.id, 'refused');
  const saved = readFileSync(join(running.engine.workspace.directory, 'flows/refused.json'), 'utf8');
  await running.stop();
  return JSON.parse(saved) as object;
}

describe('a flow that was edited to be refused', () => {
  test('is a test that it is, by its status, its error and the rule of the server', async () => {
    const saved = await refusedFlow();
    const view = await judgedRun(
      [
        { check: 'status', step: 'token', is: 400 },
        { check: 'error', is: 'invalid_grant' },
        { check: 'rule', is: 'verifier-matches' },
      ],
      { ...saved, options: undefined },
    );
    expect(view.state).toBe('failed');
    expect(outcomes(view).map(([check, outcome]) => [check, outcome])).toEqual([
      ['status', 'met'],
      ['error', 'met'],
      ['rule', 'met'],
    ]);
  });

  test('fails where nothing that is expected speaks of the refusal', async () => {
    const saved = await refusedFlow();
    const view = await judgedRun([{ check: 'redirect', step: 'authorize', parameters: { error: null } }], {
      ...saved,
      options: undefined,
    });
    expect(outcomes(view)).toEqual([
      ['redirect', 'met', 'error is absent'],
      ['end', 'broken', expect.stringContaining('invalid_grant')],
    ]);
  });
});

describe('a saved flow', () => {
  test('names endpoints in place of addresses, and is played at the ports of today', async () => {
    const saved = await refusedFlow();
    expect(JSON.stringify(saved)).toContain('"origin":"{{endpoint.token}}"');
    expect(JSON.stringify(saved)).not.toContain('127.0.0.1');
    running = await startTestEngine({ files: { ...files, 'flows/refused.json': saved } });
    const view = await ended(running, await running.engine.flows.startSaved('refused', 'run', 'unattended'));
    expect(view.note).toContain('invalid_grant');
  });

  test('of an earlier version, with the addresses of its time, is played at those of today', async () => {
    const saved = JSON.stringify(await refusedFlow())
      .replaceAll(
        '"origin":"{{endpoint.authorization}}","path":"/"',
        '"origin":"http://127.0.0.1:9031","path":"/as/authorization.oauth2"',
      )
      .replaceAll(
        '"origin":"{{endpoint.token}}","path":"/"',
        '"origin":"http://127.0.0.1:9031","path":"/as/token.oauth2"',
      );
    expect(saved).toContain('9031');
    running = await startTestEngine({ files: { ...files, 'flows/former.json': JSON.parse(saved) } });
    const view = await ended(running, await running.engine.flows.startSaved('former', 'run', 'unattended'));
    expect(view.note).toContain('invalid_grant');
  });

  test('is played by another client, with values that are given', async () => {
    running = await startTestEngine({
      files: {
        ...files,
        'flows/usual.json': {
          kind: 'code-pkce',
          client_id: 'portal-web',
          username: 'ann',
          options: {},
          expect: [{ check: 'claim', token: 'id_token', members: { aud: 'other-app' } }],
        },
      },
    });
    const start = await running.engine.flows.startSaved('usual', 'run', 'unattended', {
      clientId: 'other-app',
    });
    const view = await judged(start);
    expect(view).toMatchObject({ state: 'passed', clientId: 'other-app' });
    expect(view.expectations).toMatchObject([{ outcome: 'met' }]);
  });
});

describe('what came of a run, expected of the next one', () => {
  test('holds a day later, with other codes, tokens and times', async () => {
    running = await startTestEngine({ files });
    const first = await ended(
      running,
      await startRun(running, { kind: 'code-pkce', clientId: 'portal-web' }),
    );
    await running.engine.flows.savedFlows.save(first.id, 'kept', true);
    const { expect: kept } = JSON.parse(
      readFileSync(join(running.engine.workspace.directory, 'flows/kept.json'), 'utf8'),
    );
    expect(kept).toEqual([
      { check: 'redirect', step: 'authorize', parameters: { error: null, code: '/./' } },
      { check: 'status', step: 'token', is: 200 },
      { check: 'json', step: 'token', members: { token_type: 'Bearer', expires_in: 7_200 } },
      { check: 'status', step: 'resource', is: 200 },
      { check: 'claim', token: 'id_token', members: { aud: 'portal-web' } },
      { check: 'client-checks' },
      { check: 'end', is: 'passed' },
    ]);
    for (let times = 0; times < 3; times += 1) {
      running.clock.advance(86_400_000);
      const view = await judged(await running.engine.flows.startSaved('kept', 'run', 'unattended'));
      expect(outcomes(view).filter(([, outcome]) => outcome !== 'met')).toEqual([]);
    }
  });

  test('names the refusal of one that was edited to be refused, and breaks where it is let through', async () => {
    running = await startTestEngine({ files: { ...files, 'flows/refused.json': await refusedFlow() } });
    const refused = await ended(
      running,
      await running.engine.flows.startSaved('refused', 'run', 'unattended'),
    );
    await running.engine.flows.savedFlows.save(refused.id, 'test', true);
    const text = readFileSync(join(running.engine.workspace.directory, 'flows/test.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      expect: expect.arrayContaining([
        { check: 'error', step: 'token', is: 'invalid_grant' },
        { check: 'rule', step: 'token', is: 'verifier-matches' },
        { check: 'end', is: 'refused' },
      ]),
    });
    const mended = text.replaceAll('x'.repeat(43), '{{code_verifier}}');
    await running.stop();
    running = await startTestEngine({ files: { ...files, 'flows/test.json': JSON.parse(mended) } });
    const view = await judged(await running.engine.flows.startSaved('test', 'run', 'unattended'));
    expect(view.state).toBe('passed');
    expect(outcomes(view).flatMap(([check, outcome]) => (outcome === 'broken' ? [check] : []))).toEqual([
      'status',
      'error',
      'rule',
      'end',
    ]);
  });
});

describe('one thing that came, expected of the next run', () => {
  /** All that may be expected of each step of a run. */
  async function candidatesOf({ id, steps }: FlowRun) {
    const { savedFlows } = running.engine.flows;
    const stepIds = [...new Set(steps.map(({ stepId }) => stepId))];
    return (await Promise.all(stepIds.map((stepId) => savedFlows.expectable(id, stepId)))).flat();
  }

  test('may be anything, and each of them holds a day later', async () => {
    running = await startTestEngine({ files });
    const { flows, workspace } = running.engine;
    const first = await ended(
      running,
      await startRun(running, { kind: 'code-pkce', clientId: 'portal-web' }),
    );
    const candidates = await candidatesOf(first);
    const names = new Set(candidates.map(({ group, name }) => `${group} ${name}`));
    for (const name of [
      'answer status',
      'headers Cache-Control',
      'body token_type',
      'body access_token',
      'redirect code',
      'redirect state',
      'token aud',
      'token exp',
      'run end',
    ])
      expect(names).toContain(name);
    const told = JSON.stringify(candidates);
    for (const name of ['code', 'access_token', 'refresh_token', 'id_token'])
      expect(told).not.toContain(flows.reveal(first.id, name));
    expect(candidates.every(({ isExpected }) => !isExpected)).toBe(true);

    const unique = [...new Map(candidates.map((one) => [JSON.stringify(one.expectation), one])).values()];
    const file = await flows.savedFlows.expect(
      first.id,
      'all',
      unique.map(({ expectation }) => expectation),
    );
    expect(file).toBe('flows/all.json');
    for (let times = 0; times < 3; times += 1) {
      running.clock.advance(86_400_000);
      const view = await judged(await flows.startSaved('all', 'run', 'unattended'));
      expect(outcomes(view).filter(([, outcome]) => outcome !== 'met')).toEqual([]);
      expect((await candidatesOf(view)).filter(({ name }) => name === 'token_type')).toEqual([
        expect.objectContaining({ isExpected: true, value: 'Bearer' }),
      ]);
    }
    const text = readFileSync(join(workspace.directory, 'flows/all.json'), 'utf8');
    expect(text).not.toContain(secret);
  });

  test('is added to the file of a saved flow, once, beside what stands there', async () => {
    running = await startTestEngine({
      files: {
        ...files,
        'flows/mine.json': {
          kind: 'code-pkce',
          client_id: 'portal-web',
          username: 'ann',
          options: {},
          note: 'kept as it is',
          expect: [{ check: 'client-checks' }],
        },
      },
    });
    const { flows, workspace } = running.engine;
    const run = await judged(await flows.startSaved('mine', 'run', 'unattended'));
    const status: FlowExpectation = { check: 'status', step: 'token', is: 200 };
    await flows.savedFlows.expect(run.id, 'mine', [status]);
    await flows.savedFlows.expect(run.id, 'mine', [status, { check: 'client-checks' }]);
    const saved = JSON.parse(readFileSync(join(workspace.directory, 'flows/mine.json'), 'utf8'));
    expect(saved).toMatchObject({ note: 'kept as it is', expect: [{ check: 'client-checks' }, status] });
  });

  test('is the rule of a refusal', async () => {
    running = await startTestEngine({ files: { ...files, 'flows/refused.json': await refusedFlow() } });
    const { flows } = running.engine;
    const refused = await ended(running, await flows.startSaved('refused', 'run', 'unattended'));
    const found = await flows.savedFlows.expectable(refused.id, 'token');
    expect(found.filter(({ group }) => group === 'trace')).toEqual([
      expect.objectContaining({ name: 'verifier-matches', value: 'verifier-matches' }),
    ]);
    expect(found.find(({ id }) => id === 'run  end')?.expectation).toEqual({ check: 'end', is: 'refused' });
  });
});
