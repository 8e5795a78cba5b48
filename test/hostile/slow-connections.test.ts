import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tokenRequest } from '#test/support/people.ts';
import { serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

const descriptors = 1_024;
const attackers = 3_000;

const sockets: Socket[] = [];

beforeEach(({ skip }) => skip(process.platform === 'win32', 'Windows has no such limit'));
const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
const served = startedAnew(() => {
  const limited = ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh'];
  return serve(['--workspace', workspace.path, '--state-dir', state.path], {}, limited);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Opens connections that begin a request and never end it. */
async function attack(address: string, hosts: readonly string[]): Promise<void> {
  const port = Number(new URL(address).port);
  const opened = Array.from({ length: attackers }, (_, index) => {
    const socket = connect({ port, host: hosts[index % hosts.length] ?? '127.0.0.1' });
    sockets.push(socket);
    return new Promise<void>((resolve) => {
      socket.once('connect', () => {
        socket.write('GET / HTTP/1.1\r\nHost: ');
        resolve();
      });
      socket.on('error', () => resolve());
    });
  });
  const full = new Promise<void>((resolve) => setTimeout(resolve, 4_000));
  await Promise.race([Promise.all(opened), full]);
  // The host takes up connections a moment after the system does.
  await new Promise((resolve) => setTimeout(resolve, 500));
}

const within = async <T>(work: Promise<T>): Promise<T | 'no answer'> =>
  Promise.race([work, new Promise<'no answer'>((resolve) => setTimeout(() => resolve('no answer'), 5_000))]);

async function statusOf(address: string): Promise<number | string> {
  return fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );
}

describe('thousands of slow connections to one service', () => {
  test.each([
    ['sample upstreams', () => served.upstreams, ['127.0.0.1', '::1']],
    ['screens', () => new URL(served.ready.ui ?? '').origin, ['127.0.0.1']],
  ] as const)('leave descriptors for all the others: %s', async (name, address, hosts) => {
    await attack(address(), hosts);
    const batch = ['batch-job', 'planted-batch-secret'] as const;
    const form = { grant_type: 'client_credentials' };
    const token = await within(tokenRequest(served.authorizationServer, batch, form));
    expect(token).toMatchObject({ status: 200 });
    expect(await statusOf(`${served.ready.services?.['gateway']}/nothing`)).toBe(404);
    if (name === 'screens') return;
    expect(await statusOf(new URL(served.ready.ui ?? '').origin)).toBe(200);
    const { client } = await openWebSession(served.ready.ui ?? '');
    // The reader of the log opens files of its own with the first question.
    expect(await within(client.exchanges.list({ limit: 1 }))).toMatchObject({ items: [{}] });
  });
});
