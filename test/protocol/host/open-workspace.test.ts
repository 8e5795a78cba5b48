import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials } from '#test/support/people.ts';
import { type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession, type WebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

let running: Served[];
let served: Served;
let page: WebSession;

const state = startedAnew(temporaryDirectory);
const first = startedAnew(writeWorkspace);
const second = startedAnew(() =>
  writeWorkspace({
    ...ordinaryFiles,
    'gatehouse.json': { id: 'other', name: 'Other workspace' },
    'oauth/clients/batch-job.json': {
      client_id: 'batch-job',
      client_secret: 'planted-other-secret',
      grant_types: ['client_credentials'],
    },
  }),
);
beforeEach(async () => {
  running = [];
  served = await start(first.path);
  page = await openWebSession(served.ready.ui ?? '');
});
afterEach(() => Promise.all(running.map((one) => one.end('SIGKILL'))));

async function start(workspace: string, stateDirectory = state.path): Promise<Served> {
  const started = await serve(['--workspace', workspace, '--state-dir', stateDirectory]);
  running.push(started);
  return started;
}

/** Waits until the workspace with this id is open. */
const open = (id: string) =>
  eventually(async () => {
    const { data } = await safe(page.client.app.status());
    return data?.workspaceId === id ? data : null;
  });

/** The code of the problem with which a workspace is refused. */
async function refused(directory: string): Promise<unknown> {
  const { error } = await safe(page.client.installation.open({ directory }));
  return error instanceof Error && 'data' in error ? error.data : null;
}

const urlOf = async (key: string) =>
  (await page.client.app.status()).services.find((service) => service.key === key)?.url ?? '';

const tokenStatus = async (secret: string) =>
  (await clientCredentials(await urlOf('authorizationServer'), ['batch-job', secret])).status;

describe('another workspace is opened in place of this one', () => {
  test('the page keeps its session, the services are those of the other, its state is its own', async () => {
    expect(await page.client.installation.open({ directory: second.path })).toEqual({
      directory: second.path,
    });
    expect((await open('other')).problems.every(({ severity }) => severity === 'notice')).toBe(true);
    expect((await page.client.app.info()).workspaceName).toBe('Other workspace');
    expect(await tokenStatus('planted-other-secret')).toBe(200);
    expect(await tokenStatus('planted-batch-secret')).toBe(401);
    expect(readdirSync(join(state.path, 'workspaces', 'other'))).toContain('state.db');
    expect(readdirSync(state.path)).not.toContain('holder.json');

    await page.client.installation.open({ directory: first.path });
    await open('test');
    expect(await tokenStatus('planted-batch-secret')).toBe(200);
    expect(
      (await page.client.installation.recent()).map(({ name, isOpen, exists }) => [name, isOpen, exists]),
    ).toEqual([
      ['Test workspace', true, true],
      ['Other workspace', false, true],
    ]);
  });

  test('a stream of the page ends, so that it opens it anew at the other', async () => {
    const stream = await page.client.app.watchStatus({ streamId: 'a-status-stream', credits: 1_000 });
    const names: string[] = [];
    const ended = (async () => {
      try {
        for await (const { workspaceId } of stream) names.push(workspaceId);
        return 'ended';
      } catch {
        return 'broken';
      }
    })();
    await page.client.installation.open({ directory: second.path });
    expect(['ended', 'broken']).toContain(await ended);
    expect(new Set(names)).toEqual(new Set(['test']));
  });

  test('the one that is open already stays open', async () => {
    const before = await page.client.app.info();
    await page.client.installation.open({ directory: first.path });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await page.client.app.info()).toEqual(before);
  });

  test('a folder that cannot be one is refused with the reason, and nothing changes', async () => {
    const { startedAtMillis } = await page.client.app.info();
    const empty = join(first.path, 'nothing here');
    mkdirSync(empty);
    expect(await refused(join(first.path, 'none'))).toMatchObject({ code: 'workspace.missing' });
    expect(await refused(join(first.path, 'gatehouse.json'))).toMatchObject({
      code: 'workspace.not-a-directory',
    });
    expect(await refused(empty)).toMatchObject({ code: 'workspace.no-manifest', fix: expect.any(String) });
    writeFileSync(join(second.path, 'gatehouse.json'), '{ "name": ');
    expect(await refused(second.path)).toMatchObject({
      code: 'workspace.syntax',
      location: { file: 'gatehouse.json', line: 1 },
    });
    expect((await page.client.app.info()).startedAtMillis).toBe(startedAtMillis);
  });

  test('one that another process has open is refused with its pid', async () => {
    const holder = await start(second.path, join(state.path, 'workspaces', 'other'));
    expect(await refused(second.path)).toMatchObject({
      code: 'state.busy',
      message: expect.stringContaining(String(holder.child.pid)),
    });
    await holder.end('SIGKILL');
    await page.client.installation.open({ directory: second.path });
    await open('other');
  });

  test('one whose state cannot be opened leaves the present one open, with the reason', async () => {
    const folder = join(state.path, 'workspaces');
    writeFileSync(folder, 'a file where a folder is to be');
    await page.client.installation.open({ directory: second.path });
    const status = await eventually(async () => {
      const { data } = await safe(page.client.app.status());
      return data?.problems.some(({ code }) => code === 'state.unwritable') === true ? data : null;
    });
    expect(status.workspaceId).toBe('test');
    expect(status.problems).toContainEqual(
      expect.objectContaining({
        code: 'state.unwritable',
        severity: 'error',
        message: expect.stringContaining(second.path),
        fix: expect.any(String),
      }),
    );
    expect(await tokenStatus('planted-batch-secret')).toBe(200);
    rmSync(folder);
    await page.client.installation.open({ directory: second.path });
    await open('other');
  });

  test('a second clone, which has the same id, has a state of its own', async () => {
    const clone = writeWorkspace({ ...ordinaryFiles, 'gatehouse.json': { id: 'test', name: 'The clone' } });
    const usual = await serve(['--workspace', first.path], { XDG_STATE_HOME: state.path, HOME: state.path });
    running.push(usual);
    page = await openWebSession(usual.ready.ui ?? '');
    await page.client.secrets.set({ name: 'kept', value: 'planted' });
    await page.client.installation.open({ directory: clone.path });
    await eventually(async () => {
      const { data } = await safe(page.client.app.info());
      return data?.workspaceName === 'The clone' ? true : null;
    });
    expect(await page.client.secrets.list()).not.toContainEqual(expect.objectContaining({ name: 'kept' }));
    clone.remove();
  });

  test('the process still ends cleanly, with both states on disk', async () => {
    await page.client.installation.open({ directory: second.path });
    await open('other');
    expect(await served.end()).toBe(0);
    for (const directory of [state.path, join(state.path, 'workspaces', 'other')]) {
      expect(existsSync(join(directory, 'state.db'))).toBe(true);
      for (const name of ['holder.json', 'control.json', 'control.sock'])
        expect(existsSync(join(directory, name))).toBe(false);
      if (process.platform !== 'win32') expect(statSync(join(directory, 'key')).mode & 0o777).toBe(0o600);
    }
  });
});
