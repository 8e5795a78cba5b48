import { beforeAll, describe, expect, test } from 'vitest';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { ordersResource, startOptionsProvider } from './options-provider.ts';
import { runToEnd } from './parties.ts';

const free = startedOnce(startOptionsProvider);
const pushing = startedOnce(() => startOptionsProvider({ push: true }));
const signing = startedOnce(() => startOptionsProvider({ signed: true }));
const binding = startedOnce(() => startOptionsProvider({ bound: true }));
const running = startedOnce(() =>
  startTestEngine({
    files: {
      ...ordinaryFiles,
      'targets/free.json': free.file,
      'targets/pushing.json': pushing.file,
      'targets/signing.json': signing.file,
      'targets/binding.json': binding.file,
    },
  }),
);
beforeAll(() => {
  running.clock.advance(Date.now() - running.clock.nowMillis());
});

type Options = NonNullable<FlowStartInput['options']>;
const run = (options: Options, more: Partial<FlowStartInput> = {}) =>
  runToEnd(running, {
    kind: 'code-pkce',
    target: 'free',
    clientId: 'portal',
    username: 'ada',
    options,
    ...more,
  });
const rows = ({ steps }: FlowRun) =>
  steps.filter(({ id, stepId }) => id === stepId).map(({ id, status }) => `${id} ${status}`);
const outcomesAt = ({ checks }: FlowRun, stepId: string) =>
  Object.fromEntries(checks.filter((each) => each.stepId === stepId).map(({ id, outcome }) => [id, outcome]));
const jwtOf = ({ id }: FlowRun, name: string, part = 1): Record<string, unknown> =>
  JSON.parse(
    Buffer.from(running.engine.flows.reveal(id, name).split('.')[part] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>;
const sentAt = async ({ id }: FlowRun, stepId: string) => {
  const { request } = await running.engine.flows.request(id, stepId);
  const fields = request.body.kind === 'form' ? request.body.fields : request.query;
  return fields.map(({ name }) => name);
};

describe('parameters that were chosen in the options of a flow', () => {
  test('a nonce goes with the scope openid, and the ID token of the code has to carry it', async () => {
    const view = await run({});
    expect([view.state, jwtOf(view, 'id_token')['nonce']]).toEqual([
      'passed',
      running.engine.flows.reveal(view.id, 'nonce'),
    ]);
    expect(outcomesAt(view, 'token')).toMatchObject({ nonce: 'passed' });
  });

  test('a nonce of one’s own comes back, and one that is left out is not missed', async () => {
    const own = await run({ parameters: { nonce: 'my {{own}} nonce' } });
    expect([own.state, jwtOf(own, 'id_token')['nonce']]).toEqual(['passed', 'my {{own}} nonce']);
    const none = await run({ parameters: { nonce: null } });
    expect([none.state, jwtOf(none, 'id_token')['nonce']]).toEqual(['passed', undefined]);
    expect(outcomesAt(none, 'token')).not.toHaveProperty('nonce');
  });

  test('max_age brings auth_time, which is checked', async () => {
    const view = await run({ parameters: { max_age: 60, prompt: 'login' } });
    expect([view.state, jwtOf(view, 'id_token')['auth_time']]).toEqual(['passed', expect.any(Number)]);
    expect(outcomesAt(view, 'token')).toMatchObject({ 'auth-time': 'passed' });
  });

  test('prompt=none without a session is refused, and the run says so', async () => {
    const view = await run({ parameters: { prompt: 'none' } });
    expect([view.state, view.note]).toEqual([
      'failed',
      expect.stringContaining('The server rejected the request with login_required'),
    ]);
  });

  test('claims are asked for one by one, and come in the ID token', async () => {
    const view = await run({ parameters: { claims: { id_token: { email: { essential: true } } } } });
    expect([view.state, jwtOf(view, 'id_token')['email']]).toEqual(['passed', 'ada@example.com']);
  });

  test('resource makes the token one for it, and then it is not shown at userinfo', async () => {
    const view = await run({ parameters: { resource: [ordersResource] } });
    expect([view.state, jwtOf(view, 'access_token')['aud'], rows(view)]).toEqual([
      'passed',
      'orders',
      ['authorize 303', 'token 200'],
    ]);
    const several = await run({ parameters: { resource: [ordersResource, 'urn:other'] } });
    expect((await sentAt(several, 'authorize')).filter((name) => name === 'resource')).toHaveLength(2);
    expect(await sentAt(several, 'token')).not.toContain('resource');
  });

  test('without the scope openid no ID token is expected, and none comes', async () => {
    const view = await run({ parameters: { scope: 'email' } });
    expect([view.values.map(({ name }) => name).includes('id_token'), rows(view)]).toEqual([
      false,
      ['authorize 303', 'token 200'],
    ]);
    expect(outcomesAt(view, 'token')).toEqual({ 'token-type': 'passed' });
  });
});

describe('another response type', () => {
  test('form_post brings the answer as a form, and the checks know it', async () => {
    const view = await run({ responseMode: 'form_post' });
    expect([view.state, outcomesAt(view, 'authorize')['response-mode']]).toEqual(['passed', 'passed']);
  });

  test('code id_token has c_hash in front; id_token alone needs no token request', async () => {
    const hybrid = await run({ responseType: 'code id_token' });
    expect(hybrid.state).toBe('passed');
    expect(outcomesAt(hybrid, 'authorize')).toMatchObject({
      'response-mode': 'passed',
      'response-issuer': 'not-checked',
      'code-hash': 'passed',
      nonce: 'passed',
    });
    const front = await run({ responseType: 'id_token', responseMode: 'form_post' });
    expect([front.state, rows(front)]).toEqual(['passed', ['authorize 303']]);
    expect(outcomesAt(front, 'authorize')).toMatchObject({ 'response-mode': 'passed', nonce: 'passed' });
  });

  test.each([
    ['jwt', 'code'],
    ['form_post.jwt', 'code'],
    ['fragment.jwt', 'code id_token'],
  ])(
    '%s is one signed response, which is verified before it is read: %s',
    async (responseMode, responseType) => {
      const view = await run({ responseMode, responseType });
      expect([view.state, view.note]).toEqual(['passed', expect.any(String)]);
      expect(outcomesAt(view, 'authorize')).toMatchObject({
        'signed-response': 'passed',
        'response-audience': 'passed',
        'response-expiry': 'passed',
        state: 'passed',
        'response-issuer': 'passed',
        'response-mode': 'passed',
      });
    },
  );

  test('none is answered by state alone, in the query', async () => {
    const view = await run({ responseType: 'none' });
    expect([view.state, outcomesAt(view, 'authorize')['response-mode']]).toEqual(['passed', 'passed']);
  });

  test('one that nobody knows is sent as it is, and the server says so', async () => {
    const view = await run({ responseType: 'code cookie' });
    expect([view.state, view.note]).toEqual(['failed', expect.stringContaining('unsupported_response_type')]);
  });
});

describe('a server that takes only pushed requests', () => {
  test('gets them by itself: a step of its own before the browser, with its request and its response', async () => {
    const view = await run({}, { target: 'pushing' });
    expect([view.state, view.note]).toEqual(['passed', 'The resource server accepted the token.']);
    expect(rows(view)).toEqual(['push-authorize 201', 'authorize 303', 'token 200', 'resource 200']);
    expect(view.steps[0]).toMatchObject({ method: 'POST', path: '/request', from: 'client', to: 'as' });
    expect(await sentAt(view, 'authorize')).toEqual(['client_id', 'request_uri']);
    expect(await sentAt(view, 'push-authorize')).toContain('code_challenge');
  });

  test('what was pushed is what the answer is checked against', async () => {
    const view = await run({ parameters: { max_age: 60 } }, { target: 'pushing' });
    expect(outcomesAt(view, 'authorize')).toMatchObject({ state: 'passed', 'response-mode': 'passed' });
    expect(outcomesAt(view, 'token')).toMatchObject({ nonce: 'passed', 'auth-time': 'passed' });
  });

  test('refuses one that is not, where it was chosen so; another server gets it pushed on demand', async () => {
    const bare = await run({ isPushed: false }, { target: 'pushing' });
    expect(bare.note).toContain('Pushed Authorization Request must be used');
    const pushed = await run({ isPushed: true });
    expect([pushed.state, rows(pushed)[0]]).toEqual(['passed', 'push-authorize 201']);
  });

  test('is offered as a place to hold a run at', async () => {
    const kinds = await running.engine.flows.kinds('pushing');
    const steps = kinds.find(({ kind }) => kind === 'code-pkce')?.steps ?? [];
    expect(steps.map(({ id }) => id)).toEqual(['push-authorize', 'authorize', 'token', 'resource']);
  });
});

describe('a server that takes only signed requests', () => {
  const signed = (more: Partial<FlowStartInput> = {}, options: Options = {}) =>
    run({ isSigned: true, ...options }, { target: 'signing', ...more });

  test('refuses a plain one, and takes one that the client signed with its own key', async () => {
    expect((await run({}, { target: 'signing' })).note).toContain('Request Object must be used');
    const view = await signed({ clientId: 'signer' }, { parameters: { max_age: 60 } });
    expect([view.state, view.note]).toEqual(['passed', 'The resource server accepted the token.']);
    expect(jwtOf(view, 'request_object', 0)).toEqual({ alg: 'ES256', typ: 'oauth-authz-req+jwt' });
    expect(jwtOf(view, 'request_object')).toMatchObject({
      iss: 'signer',
      aud: signing.issuer,
      max_age: 60,
      state: running.engine.flows.reveal(view.id, 'state'),
    });
    expect(await sentAt(view, 'authorize')).toEqual(['client_id', 'response_type', 'scope', 'request']);
  });

  test('what was signed is what the answer is checked against', async () => {
    const view = await signed({ clientId: 'signer' }, { parameters: { max_age: 60 } });
    expect(outcomesAt(view, 'authorize')).toMatchObject({ state: 'passed', 'response-mode': 'passed' });
    expect(outcomesAt(view, 'token')).toMatchObject({ nonce: 'passed', 'auth-time': 'passed' });
  });

  test('takes that of a client without a key, signed with its secret', async () => {
    const view = await signed();
    expect([view.state, jwtOf(view, 'request_object', 0)['alg']]).toEqual(['passed', 'HS256']);
  });

  test('takes it by reference too: pushed, with nothing beside it', async () => {
    const view = await signed({ clientId: 'signer' }, { isPushed: true });
    expect([view.state, rows(view)[0]]).toEqual(['passed', 'push-authorize 201']);
    expect((await sentAt(view, 'push-authorize')).toSorted()).toEqual([
      'client_assertion',
      'client_assertion_type',
      'client_id',
      'request',
    ]);
    expect(outcomesAt(view, 'token')).toMatchObject({ nonce: 'passed' });
  });

  test('gets the claims request as an object, and a value that occurs twice as a list', async () => {
    const claims = { id_token: { email: null } };
    const view = await signed(
      { clientId: 'signer' },
      {
        parameters: {
          claims,
          extra: [
            { name: 'own', value: 'a' },
            { name: 'own', value: '{{state}}' },
          ],
        },
      },
    );
    expect(jwtOf(view, 'request_object')).toMatchObject({
      claims,
      own: ['a', running.engine.flows.reveal(view.id, 'state')],
    });
    expect(jwtOf(view, 'id_token')['email']).toBe('ada@example.com');
  });
});

describe('tokens that are bound to a key of the run', () => {
  test('come for a proof with the server’s nonce, and work at userinfo with another', async () => {
    const view = await run({ isBound: true }, { target: 'binding' });
    expect([view.state, view.note]).toEqual(['passed', expect.any(String)]);
    const all = view.steps.map(({ stepId, status }) => `${stepId} ${status}`);
    // The first request learns the nonce. RFC 9449 §8
    expect(all.filter((row) => row.startsWith('token '))).toEqual(['token 400', 'token 200']);
    expect(rows(view).at(-1)).toBe('resource 200');
    const { request } = await running.engine.flows.request(view.id, 'resource');
    expect(request.headers.find(({ name }) => name === 'Authorization')?.value).toBe('DPoP {{access_token}}');
    expect(request.headers.map(({ name }) => name)).toContain('DPoP');
  });

  test('do not come without a proof', async () => {
    const view = await run({}, { target: 'binding' });
    expect([view.state, view.note]).toEqual(['failed', expect.stringContaining('invalid_grant')]);
  });
});
