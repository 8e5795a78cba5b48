import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { serve } from '#test/support/served.ts';
import { shellCalls } from '#test/support/shell-arguments.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession, type WebSession } from '#test/support/web-session.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

let client: WebSession['client'];

const state = startedOnce(temporaryDirectory);
const workspace = startedOnce(writeWorkspace);
const served = startedOnce(() => serve(['--workspace', workspace.path, '--state-dir', state.path]));
beforeAll(async () => {
  ({ client } = await openWebSession(served.ready.ui ?? ''));
});

/** A recording of a browser that holds one request, as someone passes it on. */
function recording(method: string): string {
  const message = { httpVersion: 'HTTP/1.1', headers: [], headersSize: -1, bodySize: 0 };
  const entry = {
    startedDateTime: '2027-01-01T00:00:00.000Z',
    time: 1,
    request: { ...message, method, url: 'http://api.example/users' },
    response: { ...message, status: 200, statusText: 'OK', content: { size: 0 } },
  };
  return JSON.stringify({ log: { version: '1.2', entries: [entry] } });
}

async function copied(method: string): Promise<string> {
  await client.exchanges.importHar({ text: recording(method) });
  const found = await eventually(async () => {
    const { items } = await client.exchanges.list({ limit: 50 });
    return items.find((item) => item.method === method) ?? null;
  });
  return (await client.exchanges.curl({ id: found.id })).text;
}

describe('a recording of somebody else', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'there is no POSIX shell on Windows'));

  test('whose method is a command is not taken', async () => {
    await expect(client.exchanges.importHar({ text: recording('X;canary;#') })).rejects.toMatchObject({
      data: { code: 'exchange.har-invalid' },
    });
  });

  test.each(['X&canary&', 'X|canary', 'X`canary`', "X'&canary&'"])(
    'whose method is the word %s runs nothing when it is copied as cURL',
    async (method) => {
      const text = await copied(method);
      expect(shellCalls([text])[0]?.words).toEqual(['-X', method, 'http://api.example/users']);
    },
  );
});
