import { safe } from '@orpc/client';
import { afterEach, describe, expect, test } from 'vitest';
import type { HostLink } from '#main/platform/host-link.ts';
import { type ApiClient, type ConnectedClient } from '#test/support/api-clients.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from '#test/support/engine.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const files = { ...ordinaryFiles, 'webhooks/theirs.json': { url: 'https://hooks.example/x' } };
const theirs = { kind: 'destination', value: 'hooks.example' } as const;
const onScreen = { by: 'screen', isRestricted: false, isOlder: false, isRemembered: true } as const;

describe.each(twoTransports)('trust in the workspace over %s', (_name, connect) => {
  let running: TestEngine;
  let connected: ConnectedClient;
  let client: ApiClient;
  let asked: unknown[];
  const hostLink: HostLink = {
    keyKeptIn: 'file',
    ask(name, input) {
      asked.push({ [name]: input });
      return Promise.resolve(input as never);
    },
  };

  async function start(opening: TestEngineOptions['opening']): Promise<string> {
    asked = [];
    running = await startTestEngine({
      start: false,
      files,
      hostLink,
      ...(opening === undefined ? {} : { opening }),
    });
    connected = await connect(running.engine);
    client = connected.client;
    return running.engine.workspace.directory;
  }
  afterEach(async () => {
    await connected.close();
    await running.stop();
  });

  test('workspaceTrust.status lists what it would do and what of it is off; app.status counts', async () => {
    const directory = await start(onScreen);
    expect(await client.workspaceTrust.status()).toEqual({
      directory,
      mode: 'restricted',
      decidedAtMillis: null,
      items: [{ ...theirs, files: ['webhooks/theirs.json'], isOff: true }],
    });
    expect((await client.app.status()).trust).toEqual({ mode: 'restricted', off: 1 });
  });

  test('workspaceTrust.decide keeps the decision and has the workspace opened again', async () => {
    const directory = await start(onScreen);
    expect(await client.workspaceTrust.decide({ isTrusted: true, items: [theirs] })).toEqual({
      isOpenedAgain: true,
    });
    expect(asked).toEqual([{ 'open-workspace': { directory, isAgain: true } }]);
    expect(await client.workspaceTrust.folders()).toMatchObject([
      { directory, decision: 'trusted', items: ['destination hooks.example'], exists: true, isOpen: true },
    ]);
  });

  test('workspaceTrust.decide changes nothing about a folder that was named', async () => {
    await start({ ...onScreen, by: 'command' });
    expect(await client.workspaceTrust.decide({ isTrusted: false, items: [] })).toEqual({
      isOpenedAgain: false,
    });
    expect(await client.workspaceTrust.status()).toMatchObject({
      mode: 'everything',
      items: [{ isOff: false }],
    });
    expect((await client.workspaceTrust.folders())[0]?.decision).toBe('trusted');
    expect(asked).toEqual([]);
  });

  test('with --restricted a decision is kept for later', async () => {
    await start({ ...onScreen, by: 'command', isRestricted: true });
    expect(await client.workspaceTrust.decide({ isTrusted: true, items: [theirs] })).toEqual({
      isOpenedAgain: false,
    });
    expect(await client.workspaceTrust.status()).toMatchObject({ mode: 'forced', items: [{ isOff: true }] });
    expect((await client.workspaceTrust.folders())[0]?.decision).toBe('trusted');
  });

  test('workspaceTrust.revoke takes it back; a folder that was never opened is refused', async () => {
    const directory = await start({ ...onScreen, isOlder: true });
    expect((await client.workspaceTrust.status()).mode).toBe('trusted');
    expect(await client.workspaceTrust.revoke({ directory })).toMatchObject([
      { decision: 'restricted', items: [] },
    ]);
    expect(asked).toEqual([{ 'open-workspace': { directory, isAgain: true } }]);
    const { error } = await safe(client.workspaceTrust.revoke({ directory: '/nowhere' }));
    expect(error).toMatchObject({ data: { code: 'api.not-found' } });
  });

  test('what a restricted workspace is refused says so, and leads to the decision', async () => {
    await start(onScreen);
    const { engine } = running;
    const request = { method: 'GET', origin: 'https://hooks.example', target: '/', headers: [], body: '' };
    await expect(engine.send(request, { service: 'gateway', tags: [] })).rejects.toMatchObject({
      code: 'workspace.restricted',
      fix: expect.stringContaining('Workspace trust'),
      actions: [{ kind: 'open-trust' }],
    });
  });
});
