import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { freePort } from '#test/support/free-port.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew, startInstead } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasIpv6 } from '#test/support/tools.ts';
import { openWebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

let served: Served | null;
const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(writeWorkspace);
beforeEach(() => {
  served = null;
});
afterEach(() => served?.end('SIGKILL'));

/** Sends the request of a page whose own name was made to resolve to this machine. */
function answerFor(url: string, host: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    })
      .on('error', reject)
      .end();
  });
}

/** The first line of what is answered to a request that names no host. */
function withoutHost(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end('GET / HTTP/1.1\r\n\r\n'));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', reject).on('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });
}

describe('a name that was rebound to this machine', () => {
  test('is served by nothing that listens here, and a name that somebody listed is', async () => {
    served = await serve(place());
    const urls = [served.ready.ui ?? '', ...Object.values(served.ready.services ?? {})];
    expect(urls).toHaveLength(6);
    for (const url of urls) {
      const { port } = new URL(url);
      for (const host of [
        'attacker.example',
        `attacker.example:${port}`,
        `127.0.0.1.attacker.example:${port}`,
      ])
        expect([url, (await answerFor(url, host)).status]).toEqual([url, 421]);
      expect([url, await withoutHost(url)]).toEqual([url, 'HTTP/1.1 400 Bad Request']);
    }
    const allowed = { gateway: { allowedHosts: ['shop.example', '*.corp.example'] } };
    writeFileSync(
      join(workspace.path, 'gatehouse.json'),
      JSON.stringify({ ...(ordinaryFiles['gatehouse.json'] as object), services: allowed }),
    );
    const gateway = served.ready.services?.['gateway'] ?? '';
    await eventually(async () => ((await answerFor(gateway, 'a.corp.example')).status === 404 ? true : null));
    expect((await answerFor(gateway, 'shop.example:8080')).status).toBe(404);
    expect((await answerFor(gateway, 'attacker.example')).status).toBe(421);
  });

  test('stands in the record, with the setting that would allow it', async () => {
    served = await serve(place());
    const gateway = served.ready.services?.['gateway'] ?? '';
    const { text } = await answerFor(gateway, 'attacker.example');
    expect(text).not.toContain('attacker');
    const { client } = await openWebSession(served.ready.ui ?? '');
    const rules = await eventually(async () => {
      const [row] = (await client.activity.window({ filter: '', from: 0, limit: 10 })).items;
      return row === undefined ? null : ((await client.exchanges.get({ id: row.id })).trace?.rules ?? null);
    });
    expect(rules).toMatchObject([
      { got: 'attacker.example', detail: expect.stringContaining('services.gateway.allowedHosts') },
    ]);
  });
});

describe.skipIf(!hasIpv6())('a port of [::1] that somebody else holds', () => {
  test('is said, with who it is: what is meant for localhost would go there', async () => {
    const port = await freePort();
    const squatter = createServer();
    await new Promise<void>((resolve) =>
      squatter.listen({ port, host: '::1', ipv6Only: true }, () => resolve()),
    );
    const manifest = { id: 'test', name: 'Test', services: { gateway: { port } } };
    await startInstead(workspace, () => writeWorkspace({ ...ordinaryFiles, 'gatehouse.json': manifest }));
    const started = await runGatehouse(['serve', ...place(), '--json', '--services', 'gateway', '--no-ui']);
    squatter.close();
    expect(started.code).toBe(1);
    const [problem] = (JSON.parse(started.stdout) as { problems: { code: string; message: string }[] })
      .problems;
    expect(problem).toMatchObject({ code: 'listener.port-taken' });
    expect(problem?.message).toContain(`port ${port} of [::1] is in use by`);
    if (process.platform === 'linux') expect(problem?.message).toContain(`(pid ${process.pid})`);
  });
});
