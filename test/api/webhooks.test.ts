import { createServer } from 'node:http';
import { safe } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectedClient } from '#test/support/api-clients.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { listeningPort } from '#test/support/listening.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

describe.each(twoTransports)('webhooks over %s', (_name, connect) => {
  let running: TestEngine;
  let connected: ConnectedClient;
  const receiver = startedOnce(() => createServer((_, response) => response.writeHead(204).end()));
  beforeAll(async () => {
    const port = await listeningPort(receiver);
    running = await startTestEngine({
      files: { ...ordinaryFiles, 'webhooks/siem.json': { url: `http://127.0.0.1:${port}/` } },
    });
    connected = await connect(running.engine);
  });
  afterAll(async () => {
    await connected.close();
    await running.stop();
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
