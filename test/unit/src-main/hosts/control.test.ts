import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isAnswering, openControl, readControlAddress } from '#main/hosts/control.ts';
import { connectToHost } from '#main/hosts/headless/control-client.ts';
import type { RelayClient } from '#main/platform/http-relay.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedAnew(temporaryDirectory);

const relayed: string[] = [];
const relay: RelayClient = {
  relay(request, body, response) {
    relayed.push(`${request.url} ${body.toString()}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ json: { version: 'x' } }));
  },
};

describe('the local socket of a host', () => {
  test('serves a command the API, and is gone when it is closed', async () => {
    const control = await openControl(folder.path, relay, () => null);
    const client = await connectToHost(folder.path);
    expect(await client?.app.info()).toEqual({ version: 'x' });
    expect(relayed.at(-1)).toMatch(/^\/rpc\/app\/info /);
    await control.close();
    expect(readdirSync(folder.path)).toEqual([]);
    expect(await connectToHost(folder.path)).toBeNull();
  });

  test('lies elsewhere where the path of the state is longer than a socket’s may be, as well protected', async ({
    skip,
  }) => {
    skip(process.platform === 'win32', 'the name of a pipe has no folder on Windows');
    const state = join(folder.path, 'x'.repeat(60), 'y'.repeat(60));
    mkdirSync(state, { recursive: true });
    const control = await openControl(state, relay, () => null);
    const { socket = '' } = readControlAddress(state) ?? {};
    expect(socket.startsWith(state)).toBe(false);
    expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
    expect(await connectToHost(state)).not.toBeNull();
    await control.close();
    expect(existsSync(dirname(socket))).toBe(false);
  });

  test.each([
    ['no address', null],
    ['half an address', '{"pid": 1, "sock'],
    ['an address of another form', '{"pid": 1, "socket": 5, "token": "t"}'],
    ['one where nobody listens', '{"pid": 1, "socket": "/none/control.sock", "token": "t"}'],
  ])('is not there with %s', async (_, content) => {
    if (content !== null) writeFileSync(join(folder.path, 'control.json'), content);
    const address = readControlAddress(folder.path);
    expect(address === null ? false : await isAnswering(address)).toBe(false);
    expect(await connectToHost(folder.path)).toBeNull();
  });
});
