import { describe, expect, test } from 'vitest';
import type { FlowRun } from '#shared/api/index.ts';
import { parseRequestText, type RequestTemplate, requestField } from '#shared/flows/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { inState, startPlainServer, startRun, targetAt } from './parties.ts';

const server = startedAnew(startPlainServer);
const running = startedAnew(() =>
  startTestEngine({
    files: { ...ordinaryFiles, 'targets/plain.json': targetAt(server.origin) },
  }),
);

const held = () =>
  startRun(running, { kind: 'client-credentials', target: 'plain', clientId: 'portal', mode: 'step' });

/** Edits the token request of a held run, sends it, and gives what the server received. */
async function sent(
  edit: { readonly text: string } | ((request: RequestTemplate) => RequestTemplate),
): Promise<string> {
  const run = await held();
  const { flows } = running.engine;
  const before = await flows.request(run.id, 'token');
  await flows.editRequest(run.id, 'token', 'text' in edit ? edit : { request: edit(before.request) });
  await flows.next(run.id);
  return server.received.at(-1) ?? '';
}
const linesOf = (bytes: string) => bytes.split('\r\n\r\n')[0]?.split('\r\n') ?? [];
const bodyOf = (bytes: string) => bytes.slice(bytes.indexOf('\r\n\r\n') + 4);
const withForm = (
  request: RequestTemplate,
  change: (fields: readonly ReturnType<typeof requestField>[]) => ReturnType<typeof requestField>[],
): RequestTemplate => ({
  ...request,
  body: { kind: 'form', fields: change(request.body.kind === 'form' ? request.body.fields : []) },
});

describe('a token request that nobody edits', () => {
  test('arrives as it was shown, values in the place of their names', async () => {
    const run = await held();
    const shown = await running.engine.flows.request(run.id, 'token');
    expect(shown).toMatchObject({ problem: '', original: shown.request });
    expect(shown.text).toContain('Authorization: Basic {{basic_credentials}}');
    await running.engine.flows.next(run.id);
    const bytes = server.received[0] ?? '';
    expect(bytes.length).toBe(shown.sizeBytes);
    expect(linesOf(bytes)).toEqual([
      'POST /token HTTP/1.1',
      `Host: ${server.origin.slice('http://'.length)}`,
      `Authorization: Basic ${Buffer.from('portal:planted-foreign-secret').toString('base64')}`,
      'Accept: application/json',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 47',
      'Connection: close',
    ]);
    expect(bodyOf(bytes)).toBe('grant_type=client_credentials&scope=orders.read');
  });

  test('shows what it is bound to, secrets masked', async () => {
    const run = await held();
    const { bindings, text } = await running.engine.flows.request(run.id, 'token');
    expect(bindings.map(({ name }) => name)).toEqual(['basic_credentials', 'scope']);
    expect(JSON.stringify([bindings, text])).not.toContain('planted');
  });
});

describe('an edited request arrives exactly as written', () => {
  test('parameters in another order', async () => {
    const bytes = await sent((request) => withForm(request, (fields) => fields.toReversed()));
    expect(bodyOf(bytes)).toBe('scope=orders.read&grant_type=client_credentials');
  });

  test('a parameter left out, its length counted again', async () => {
    const bytes = await sent((request) =>
      withForm(request, (fields) => fields.map((field) => ({ ...field, isOmitted: field.name === 'scope' }))),
    );
    expect(bodyOf(bytes)).toBe('grant_type=client_credentials');
    expect(linesOf(bytes)).toContain('Content-Length: 29');
  });

  test('a parameter twice, and headers twice', async () => {
    const bytes = await sent((request) => ({
      ...withForm(request, (fields) => [...fields, requestField('scope', 'orders.write')]),
      headers: [...request.headers, requestField('Host', 'evil.example')],
    }));
    expect(bodyOf(bytes)).toBe('grant_type=client_credentials&scope=orders.read&scope=orders.write');
    expect(linesOf(bytes).filter((line) => line.startsWith('Host:'))).toHaveLength(2);
  });

  test('bytes that are no text, in header and body', async () => {
    const bytes = await sent({
      text: 'POST /token HTTP/1.1\nHost: {{host}}\nX-Bytes: \\xff\\x00\\xfe\nContent-Length: 4\n\n\\xff\\x00\\r\\n',
    });
    expect(linesOf(bytes)).toContain('X-Bytes: \xff\0\xfe');
    expect(bodyOf(bytes)).toBe('\xff\0\r\n');
  });

  test('what is no HTTP at all', async () => {
    expect(await sent({ text: 'HELO {{client_id}}\nno colon here\n\n' })).toBe(
      'HELO portal\r\nno colon here\r\n\r\n',
    );
  });

  test('lines that end in LF alone', async () => {
    expect(await sent({ text: 'GET /token HTTP/1.1\\nHost: x\\n\\n' })).toBe(
      'GET /token HTTP/1.1\nHost: x\n\n',
    );
  });

  test('no Host', async () => {
    const bytes = await sent((request) => ({
      ...request,
      headers: request.headers.filter(({ name }) => name !== 'Host'),
    }));
    expect(bytes).not.toMatch(/\r\nHost:/i);
  });

  test('a length that is not that of the body, an unknown method and version', async () => {
    const bytes = await sent({ text: 'BREW /token HTCPCP/1.0\nHost: x\nContent-Length: 999\n\nshort' });
    expect(bytes).toBe('BREW /token HTCPCP/1.0\r\nHost: x\r\nContent-Length: 999\r\n\r\nshort');
  });
});

describe('what was edited', () => {
  test('is said of the step and the run, and is gone when the request is restored', async () => {
    const run = await held();
    const { flows } = running.engine;
    const { text, original } = await flows.request(run.id, 'token');
    const edited = await flows.editRequest(run.id, 'token', {
      text: text.replace('orders.read', 'orders.read').replace('scope={{scope|form}}', 'scope=other'),
    });
    expect(edited.original).toEqual(original);
    expect(edited.request.raw).toBeUndefined();
    expect(flows.get(run.id)).toMatchObject({ edits: 'scope edited' });
    expect(flows.get(run.id).steps[0]).toMatchObject({ edits: 'scope edited', hasRequest: true });
    const restored = await flows.editRequest(run.id, 'token', { restore: true });
    expect(restored.text).toBe(text);
    expect(flows.get(run.id).edits).toBe('');
  });

  test('a value typed over is sent in every place where it stands, and taken back', async () => {
    const { flows } = running.engine;
    const run = await startRun(running, {
      kind: 'code-pkce',
      clientId: 'portal-web',
      mode: 'step',
    });
    await flows.next(run.id);
    const atToken = await inState(running, run, 'paused');
    const code = flows.reveal(run.id, 'code');
    const view = flows.setValue(run.id, 'code', 'another-code');
    expect(view.values.find(({ name }) => name === 'code')).toMatchObject({ isEdited: true });
    expect(view.edits).toBe('code edited');
    const request = await flows.request(run.id, 'token');
    expect(JSON.stringify(request)).not.toContain('another-code');
    flows.setValue(run.id, 'code', null);
    expect(flows.reveal(run.id, 'code')).toBe(code);
    flows.setValue(run.id, 'code', 'another-code');
    const failed = await flows.next(run.id);
    expect(failed).toMatchObject({
      state: 'failed',
      note: 'The server rejected the request with 400 invalid_grant: Authorization code is invalid or expired.',
    });
    expect(atToken.steps.find(({ id }) => id === 'token')?.state).toBe('current');
    await expectRecorded(failed, 'code=another-code');
  });

  async function expectRecorded(run: FlowRun, text: string): Promise<void> {
    const step = run.steps.find(({ id }) => id === 'token');
    const exchange = await running.engine.recorder.get(step?.serverExchangeId ?? '');
    expect(Buffer.from(exchange?.request.body.bytes ?? []).toString()).toContain(text);
  }

  test('a request that lacks a value says so before it is sent', async () => {
    const run = await held();
    const edited = await running.engine.flows.editRequest(run.id, 'token', {
      text: 'POST / HTTP/1.1\n\n{{refresh_token}}',
    });
    expect(edited).toMatchObject({ sizeBytes: null, problem: expect.stringContaining('refresh_token') });
    const failed = await running.engine.flows.next(run.id);
    expect(failed).toMatchObject({ state: 'failed', note: expect.stringContaining('refresh_token') });
    expect(server.received).toEqual([]);
  });

  test('an origin that is no address is an outcome of the run', async () => {
    const run = await held();
    await running.engine.flows.editRequest(run.id, 'token', {
      request: parseRequestText('GET / HTTP/1.1\n\n', 'gopher:nowhere'),
    });
    expect(await running.engine.flows.next(run.id)).toMatchObject({
      state: 'failed',
      note: '“gopher:nowhere” is not a valid origin.',
    });
  });

  test('a step that sends nothing has no request', async () => {
    const run = await held();
    await expect(running.engine.flows.request(run.id, 'validate')).rejects.toMatchObject({
      code: 'flow.no-request',
    });
  });
});
