import { describe, expect, test } from 'vitest';
import { latest, notesOf, quit, useBuiltDesktop } from '#test/support/electron/built-desktop.ts';
import { callOf, lintSample } from '#test/support/electron/desktop-calls.ts';
import { eventually } from '#test/support/eventually.ts';
import { isAlive } from '#test/support/isolate-processes.ts';

const { opened } = useBuiltDesktop();

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
