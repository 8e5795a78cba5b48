import { isDefinedError, safe } from '@orpc/client';
import { describe, expect, test } from 'vitest';
import type { FlowStartInput } from '#shared/api/index.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const files = {
  ...ordinaryFiles,
  'oauth/clients/partner.json': {
    client_id: 'partner',
    client_secret: 'planted-partner-secret',
    grant_types: ['urn:ietf:params:oauth:grant-type:saml2-bearer'],
    scope: 'orders.read',
  },
  'targets/elsewhere.json': {
    issuer: 'https://as.invalid',
    discovery: false,
    token_endpoint: 'https://as.invalid/token',
    clients: [{ client_id: 'there', client_secret: 'planted-there-secret' }],
  },
};
const stepping = {
  kind: 'client-credentials',
  clientId: 'batch-job',
  username: null,
  mode: 'step',
  browser: 'unattended',
} as const;
const signingIn = { ...stepping, kind: 'code-pkce', clientId: 'portal-web', username: 'ann' } as const;

describe.each(twoTransports)('flows over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  async function finished(start: FlowStartInput) {
    const { id } = await client.flows.start({ ...start, mode: 'run' });
    return eventually(async () => {
      const run = await client.flows.get({ runId: id });
      return run.state === 'passed' || run.state === 'failed' ? run : null;
    });
  }

  test('flows.targets names every server, and no secret of it', async () => {
    const targets = await client.flows.targets();
    expect(targets.map(({ name, issuer }) => [name, issuer])).toEqual([
      [null, running.authorizationServer],
      ['elsewhere', 'https://as.invalid'],
    ]);
    expect(targets[1]?.clients).toEqual([{ clientId: 'there', authentication: 'client_secret_basic' }]);
    expect(JSON.stringify(targets)).not.toContain('planted');
    const kinds = await client.flows.kinds({ target: 'elsewhere' });
    expect(kinds.find(({ kind }) => kind === 'client-credentials')?.suitableClients).toEqual(['there']);
  });

  test('flows.registerClient, registeredClients and unregisterClient: a server without the endpoint is told', async () => {
    expect(await client.flows.registeredClients()).toEqual([]);
    const wanted = {
      target: 'elsewhere',
      authentication: 'none',
      grantTypes: ['authorization_code'],
    } as const;
    const register = client.flows.registerClient({
      ...wanted,
      grantTypes: [...wanted.grantTypes],
      scope: '',
      initialToken: null,
    });
    expect(await codeOf(register)).toBe('flow.no-endpoint');
    const gone = client.flows.unregisterClient({ target: 'elsewhere', clientId: 'nobody' });
    expect(await codeOf(gone)).toBe('flow.unknown-client');
  });

  test('flows.controlledBrowser says which browser there is, or that there is none', async () => {
    const found = await client.flows.controlledBrowser();
    if (found !== null) expect(found).toEqual({ path: expect.any(String), version: expect.any(String) });
  });

  test('flows.request and editRequest show a request and change it, as text or as fields, and restore it', async () => {
    const run = await client.flows.start(stepping);
    const step = { runId: run.id, stepId: 'token' };
    const shown = await client.flows.request(step);
    expect(JSON.stringify(shown)).not.toContain('planted');
    const text = shown.text.replace('client_credentials', 'nonsense');
    expect((await client.flows.editRequest({ ...step, text })).request).not.toEqual(shown.request);
    expect(await client.flows.editRequest({ ...step, restore: true })).toEqual(shown);
    const request = { ...shown.request, method: 'PUT' };
    expect((await client.flows.editRequest({ ...step, request })).text).toMatch(/^PUT /);
    expect((await client.flows.get({ runId: run.id })).edits).toBe('method edited');
    const { error } = await safe(client.flows.request({ runId: run.id, stepId: 'nothing' }));
    expect(isDefinedError(error) && error.data.code).toBe('flow.no-request');
  });

  test('flows.readCurl reads what a command would send, and sends nothing', async () => {
    const text = "curl -X POST 127.0.0.1:1/token -H 'X-Try: 2' -u 'ann:pw' -d 'a=b'";
    expect(await client.flows.readCurl({ text })).toEqual({
      method: 'POST',
      url: 'http://127.0.0.1:1/token',
      headers: expect.arrayContaining([
        { name: 'X-Try', value: '2' },
        { name: 'Authorization', value: `Basic ${btoa('ann:pw')}` },
      ]),
      body: 'a=b',
    });
    expect(await client.flows.readCurl({ text: 'no command' })).toBeNull();
    const { error } = await safe(client.flows.readCurl({ text: 'curl "http://127.0.0.1:1' }));
    expect(isDefinedError(error) && error.data).toMatchObject({
      code: 'contract.unreadable',
      message: expect.stringContaining('a quotation mark is not closed'),
    });
  });

  test('flows.setBreakpoints, answer and drop: what is held is answered, or never arrives', async () => {
    const run = await client.flows.start(stepping);
    const breakpoints = [{ stepId: 'token', at: 'response' as const }];
    const held = await client.flows.setBreakpoints({ runId: run.id, breakpoints });
    expect(held.steps[0]?.breakpoints).toEqual(['response']);
    expect((await client.flows.resume({ runId: run.id })).hold?.phase).toBe('response');
    const text = 'HTTP/1.1 500 Broken\n\n';
    expect(await client.flows.answer({ runId: run.id, text })).toMatchObject({ state: 'failed' });
    const other = await client.flows.start(stepping);
    expect((await client.flows.drop({ runId: other.id })).note).toBe('The request was dropped and not sent.');
  });

  test('flows.setValue types over a value of the shelf; what is typed is not shown', async () => {
    const run = await client.flows.start(signingIn);
    const name = 'code_verifier';
    const typed = await client.flows.setValue({ runId: run.id, name, value: 'typed-over-the-verifier' });
    expect(typed.values.find((value) => value.name === name)?.isEdited).toBe(true);
    expect(JSON.stringify(typed)).not.toContain('typed-over');
    expect((await client.flows.reveal({ runId: run.id, name })).value).toBe('typed-over-the-verifier');
    const back = await client.flows.setValue({ runId: run.id, name, value: null });
    expect(back.values.find((value) => value.name === name)?.isEdited).toBe(false);
  });

  test('flows.resend, perform and replay do a request, an operation and a run once more', async () => {
    const run = await finished(stepping);
    const { text } = await client.flows.request({ runId: run.id, stepId: 'token' });
    const resent = await client.flows.resend({ runId: run.id, stepId: 'token', text });
    expect(resent.steps.map(({ id }) => id)).toContain('token~2');
    const looked = await client.flows.perform({
      runId: run.id,
      operation: 'introspect',
      name: 'access_token',
    });
    expect(looked.steps.at(-1)).toMatchObject({ id: 'introspect', status: 200 });
    const again = await client.flows.replay({ runId: run.id, mode: 'step' });
    expect(again).toMatchObject({ state: 'paused', origin: { kind: 'replay', name: `run ${run.number}` } });
  });

  test('flows.perform checks a token, which is valid from then on; the run tells what its client checked', async () => {
    const run = await finished(stepping);
    const stateOf = ({ values }: typeof run) => values.find(({ name }) => name === 'access_token')?.state;
    expect([run?.state, run === null ? null : stateOf(run)]).toEqual(['passed', 'not checked']);
    expect(run?.checks).toEqual([
      {
        stepId: 'token',
        id: 'token-type',
        title: 'Token type is supported by the client',
        clause: 'RFC 6749 §7.1',
        outcome: 'passed',
        sentence: 'Its token_type is Bearer.',
      },
    ]);
    const checked = await client.flows.perform({
      runId: run?.id ?? '',
      operation: 'check',
      name: 'access_token',
    });
    expect(stateOf(checked)).toBe('valid');
  });

  test('flows.callback takes the address that a browser ended at', async () => {
    const run = await client.flows.start({ ...signingIn, mode: 'run', browser: 'system' });
    const { error } = await safe(client.flows.callback({ runId: run.id, url: 'no address' }));
    expect(isDefinedError(error) && error.data.code).toBe('api.invalid-input');
    await client.flows.callback({ runId: run.id, url: 'https://client.example/cb?code=x&state=wrong' });
    const ended = await eventually(async () => {
      const view = await client.flows.get({ runId: run.id });
      return view.state === 'failed' ? view : null;
    });
    expect(ended.note).toMatch(/^The client rejects the response: its state/);
  });

  test('flows.save, saved and startSaved: a run is kept in the workspace and started from there', async () => {
    const run = await finished(stepping);
    const name = `kept-${run.number}`;
    expect(await client.flows.save({ runId: run.id, name })).toEqual({ file: `flows/${name}.json` });
    const saved = await eventually(
      async () => (await client.flows.saved()).find((flow) => flow.name === name) ?? null,
    );
    expect(saved).toMatchObject({ kind: 'client-credentials', target: null, clientId: 'batch-job' });
    const started = await client.flows.startSaved({ name, mode: 'step', browser: 'unattended' });
    expect(started).toMatchObject({ state: 'paused', origin: { kind: 'saved', name } });
    const { error } = await safe(client.flows.save({ runId: run.id, name: '../elsewhere' }));
    expect(isDefinedError(error) && error.data.code).toBe('api.invalid-input');
  });

  test('flows.export writes a run down, its secrets masked and named', async () => {
    const run = await finished(stepping);
    const { value } = await client.flows.reveal({ runId: run.id, name: 'access_token' });
    for (const format of ['markdown', 'curl'] as const) {
      const { text } = await client.flows.export({ runId: run.id, format });
      expect(text).toContain(format === 'markdown' ? 'sequenceDiagram' : 'curl ');
      expect(text).not.toContain(value);
      expect(text).not.toContain('planted-batch-secret');
    }
  });

  test('flows.trustIssuer lets assertions of the debugger through, which were refused before', async () => {
    const start = { ...stepping, kind: 'saml-bearer', clientId: 'partner', username: 'ann' } as const;
    const { error } = await safe(client.flows.start(start));
    expect(isDefinedError(error) && error.data).toMatchObject({
      code: 'flow.issuer-untrusted',
      fix: expect.stringContaining("Trust the debugger's issuer"),
    });
    expect(await client.flows.trustIssuer()).toEqual({ file: 'oauth/saml-issuers/flow-debugger.json' });
    expect(await client.flows.trustIssuer({ form: 'jwt' })).toEqual({
      file: 'oauth/jwt-issuers/flow-debugger.json',
    });
    expect((await finished(start)).note).toBe('The resource server accepted the token.');
  });
});
