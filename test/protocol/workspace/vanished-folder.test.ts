import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saveEntity } from '#main/workspace/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';

let folder: string;
let away: string;
const running = startedAnew(startTestEngine);
beforeEach(() => {
  folder = running.engine.workspace.directory;
  away = `${folder}-away`;
});
afterEach(() => rmSync(away, { recursive: true, force: true }));

const codes = () => running.engine.problems().map(({ code }) => code);
const tokenStatus = async (secret = 'planted-batch-secret') =>
  (await clientCredentials(running.authorizationServer, ['batch-job', secret])).status;
const user = { username: 'bob', password: 'planted-bob' };

describe('a workspace folder that vanishes while it is open', () => {
  test('is said so, its services go on as before, and it is taken up again when it is back', async () => {
    renameSync(folder, away);
    await eventually(() => (codes().includes('workspace.missing') ? true : null));
    const missing = running.engine.problems().find(({ code }) => code === 'workspace.missing');
    expect(missing).toMatchObject({ severity: 'error', fix: expect.stringContaining('Restore the folder') });
    expect(codes()).not.toContain('workspace.no-manifest');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await tokenStatus()).toBe(200);
    expect(running.engine.workspace.name).toBe('Test workspace');

    const client = join(away, 'oauth/clients/batch-job.json');
    writeFileSync(client, readFileSync(client, 'utf8').replace('planted-batch-secret', 'planted-later'));
    renameSync(away, folder);
    await eventually(async () => ((await tokenStatus('planted-later')) === 200 ? true : null));
    expect(codes()).not.toContain('workspace.missing');
    // It is watched as before.
    writeFileSync(join(folder, 'oauth/users/bob.json'), JSON.stringify(user));
    await eventually(() => running.engine.workspace.registrations.user('bob') ?? null);
  });

  test('is not made anew by a save: the save fails, and says why', async () => {
    renameSync(folder, away);
    const { workspace, ports } = running.engine;
    expect(() => saveEntity(workspace, 'oauth/users/bob.json', user, ports.random)).toThrowError(
      expect.objectContaining({ code: 'workspace.missing' }),
    );
    renameSync(away, folder);
    saveEntity(workspace, 'oauth/users/bob.json', user, ports.random);
    expect(workspace.registrations.user('bob')?.username).toBe('bob');
  });
});
