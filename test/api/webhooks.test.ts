import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { safe } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConnectedClient, connectByHttp, connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

describe.each([
  ['message port', connectByPort],
  ['HTTP through the web host', connectByHttp],
] as const)('webhooks over %s', (_name, connect) => {
  let receiver: Server;
  let running: TestEngine;
  let connected: ConnectedClient;
  beforeAll(async () => {
    receiver = createServer((_, response) => response.writeHead(204).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const { port } = receiver.address() as AddressInfo;
    running = await startTestEngine({
      files: { ...ordinaryFiles, 'webhooks/siem.json': { url: `http://127.0.0.1:${port}/` } },
    });
    connected = await connect(running.engine);
  });
  afterAll(async () => {
    await connected.close();
    await running.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  test('webhooks.test and webhooks.status: a trial event, and what became of it', async () => {
    const { client } = connected;
    expect(await client.webhooks.test({ name: 'siem' })).toEqual({ enqueued: true });
    const status = await eventually(async () => {
      const [siem] = await client.webhooks.status();
      return siem?.delivered === 1 && siem.pending === 0 ? siem : null;
    });
    expect(status).toEqual({ name: 'siem', delivered: 1, pending: 0, lost: 0, lastError: null });
    const { error } = await safe(client.webhooks.test({ name: 'nobody' }));
    expect(error).toMatchObject({ data: { code: 'webhook.unknown' } });
  });
});
