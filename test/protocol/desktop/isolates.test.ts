import { describe, expect, test } from 'vitest';
import { latest, notesOf, quit, useBuiltDesktop } from '#test/support/electron/built-desktop.ts';
import type { DesktopHost } from '#test/support/electron/desktop-host.ts';
import { connectPage } from '#test/support/electron/desktop-page.ts';
import { eventually } from '#test/support/eventually.ts';

const { opened } = useBuiltDesktop();

/** A page without a screen that calls procedures of the engine. */
async function callOf(host: DesktopHost) {
  const { enginePort } = await connectPage(host);
  let calls = 0;
  return async (path: string, input?: unknown): Promise<unknown> => {
    const id = String((calls += 1));
    const body = input === undefined ? {} : { json: input };
    host.send({
      type: 'port-message',
      port: enginePort,
      data: JSON.stringify({ i: id, p: { u: path, b: body } }),
    });
    const answer = await eventually(
      () =>
        notesOf(host, 'port-message')
          .filter(({ port }) => port === enginePort)
          .map(({ data }) => JSON.parse(String(data)))
          .find(({ i }) => i === id) ?? null,
    );
    return answer.p.b.json;
  };
}

type Call = Awaited<ReturnType<typeof callOf>>;

/** Has the sample recording read and linted; gives what became of it. */
async function lintSample(call: Call): Promise<unknown> {
  const { id } = (await call('/contractHistory/addSample')) as { readonly id: string };
  return eventually(async () => {
    const { sources } = (await call('/contractHistory/state')) as {
      readonly sources: readonly { readonly id: string; readonly work: unknown }[];
    };
    return sources.find((source) => source.id === id && source.work === null) ?? null;
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('what reads files of others, in the desktop application', () => {
  test('runs in a utility process, with the bound of its heap and without the environment of the host', async () => {
    const host = await opened();
    const call = await callOf(host);
    await lintSample(call);
    const { entry, env, flags } = await latest(host, 'utility-process');
    expect(entry).toMatch(/[\\/]out[\\/]main[\\/]contract-worker\.js$/);
    expect(flags).toEqual(['--max-old-space-size=512', '--max-semi-space-size=8']);
    expect(env).toContain('GATEHOUSE_ISOLATE');
    expect(env.filter((name) => ['PATH', 'HOME', 'GATEHOUSE_TEST_ELECTRON'].includes(name))).toEqual([]);
  });

  test('ends alone when it is killed, and begins anew with the next call', async () => {
    const host = await opened();
    const call = await callOf(host);
    await lintSample(call);
    const { pid } = await latest(host, 'utility-process');
    process.kill(pid, 'SIGKILL');
    await eventually(() => (isAlive(pid) ? null : true));
    expect(await lintSample(call)).toMatchObject({ kind: 'har' });
    expect(notesOf(host, 'utility-process')).toHaveLength(2);
  });

  test('ends with the engine that asked for it, and with the application', async () => {
    const host = await opened();
    await lintSample(await callOf(host));
    const { pid } = await latest(host, 'utility-process');
    await host.ask('act', { act: 'end-engine' });
    await eventually(() => (isAlive(pid) ? null : true));
    await latest(host, 'message-box');
    await host.ask('press-button', { label: 'Reopen' });
    await lintSample(await callOf(host));
    const { pid: next } = await latest(host, 'utility-process', 2);
    expect(await quit(host)).toBe(0);
    await eventually(() => (isAlive(next) ? null : true));
  });
});
