import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { connectByPort } from '#test/support/api-clients.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import { startedOnce } from '#test/support/started.ts';

const running = startedOnce(startTestEngine);
const connected = startedOnce(() => connectByPort(running.engine));

const pathOf = (file: string) => join(running.engine.workspace.directory, file);

/** Saves as many editors do: a file beside it that takes its place. */
function save(file: string, content: unknown): void {
  const path = pathOf(file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.swp`, typeof content === 'string' ? content : JSON.stringify(content));
  renameSync(`${path}.swp`, path);
}

const ask = (client: readonly [string, string]) => clientCredentials(running.authorizationServer, client);
const until = (isTrue: () => Promise<boolean>) => eventually(async () => ((await isTrue()) ? true : null));
const codes = async () => (await connected.client.app.status()).problems.map(({ code }) => code);

const reporting = (secret: string) => ({
  client_id: 'reporting',
  client_secret: secret,
  grant_types: ['client_credentials'],
});

describe('a running workspace follows its files', () => {
  test('a client file that is added, changed, broken, mended and removed', async () => {
    expect((await ask(['reporting', 'first-secret'])).body['error']).toBe('invalid_client');

    save('oauth/clients/reporting.json', reporting('first-secret'));
    await until(async () => (await ask(['reporting', 'first-secret'])).status === 200);

    save('oauth/clients/reporting.json', reporting('second-secret'));
    await until(async () => (await ask(['reporting', 'second-secret'])).status === 200);
    expect((await ask(['reporting', 'first-secret'])).status).toBe(401);

    save('oauth/clients/reporting.json', '{ "client_id": "reporting", ');
    await until(async () => (await codes()).includes('workspace.syntax'));
    expect((await ask(['reporting', 'second-secret'])).status).toBe(200);

    save('oauth/clients/reporting.json', reporting('third-secret'));
    await until(async () => !(await codes()).includes('workspace.syntax'));
    expect((await ask(['reporting', 'third-secret'])).status).toBe(200);

    rmSync(pathOf('oauth/clients/reporting.json'));
    await until(async () => (await ask(['reporting', 'third-secret'])).status === 401);
  });

  test('a lifetime acts at once; a public URL says that it waits for the service', async () => {
    const before: unknown = JSON.parse(readFileSync(pathOf('gatehouse.json'), 'utf8'));
    const settings = { accessTokenLifetimeSeconds: 61, publicUrl: 'https://login.example' };
    save('gatehouse.json', { ...(before as object), services: { authorizationServer: settings } });
    const batch = ['batch-job', 'planted-batch-secret'] as const;
    await until(async () => (await ask(batch)).body['expires_in'] === 61);
    expect(await codes()).toContain('workspace.restart-needed');

    await connected.client.services.stop({ key: 'authorizationServer' });
    const { url, port } = await connected.client.services.start({ key: 'authorizationServer' });
    expect(url).toBe('https://login.example');
    expect(await codes()).not.toContain('workspace.restart-needed');
    const answer = await tokenRequest(`http://127.0.0.1:${port}`, batch, {
      grant_type: 'client_credentials',
    });
    expect(answer.status).toBe(200);
  });

  test('whoever watches the status is told', async () => {
    const streamId = 'live-edits';
    const stream = await connected.client.app.watchStatus({ streamId, credits: 100 });
    const seen: number[] = [];
    const reading = (async () => {
      for await (const { problems } of stream)
        if (seen.push(problems.filter(({ code }) => code === 'workspace.invalid').length) > 1) break;
    })();
    await until(async () => Promise.resolve(seen.length > 0));
    save('oauth/users/broken.json', { username: 5 });
    await reading;
    expect(seen).toEqual([0, 1]);
  });
});
