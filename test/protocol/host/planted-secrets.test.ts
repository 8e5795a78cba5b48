import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { signInByHand, tokenRequest } from '#test/support/people.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { spellingsOf } from '#test/support/spellings.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const planted = {
  clientSecret: 'planted-client-secret',
  batchSecret: 'planted-batch-secret',
  resourceSecret: 'planted-resource-secret',
  userPassword: 'planted-password',
  wrongPassword: 'planted-typed-amiss',
  storedSecret: 'planted-stored-by-hand',
  nearBrokenJson: 'planted-near-broken-json',
  nearBrokenMember: 'planted-near-broken-member',
};
/** Broken on purpose: what stands in them cannot be sealed, and must not get about from there. */
const brokenFiles = {
  'oauth/clients/broken.json': `{ "client_id": "broken", "client_secret": "${planted.nearBrokenJson}" oops`,
  'oauth/clients/misfit.json': { client_id: 5, client_secret: planted.nearBrokenMember },
};

interface Place {
  readonly name: string;
  readonly bytes: string;
}

/** Every file below a folder, as one character a byte. */
function filesBelow(folder: string, except: readonly string[] = []): readonly Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !except.some((name) => file.endsWith(join(name))))
    .map((file) => ({ name: file, bytes: readFileSync(file).toString('latin1') }));
}

/** Where any of the secrets stands, in whichever spelling. */
function leaks(places: readonly Place[], secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((secret) =>
    spellingsOf(secret).flatMap((spelling) =>
      places.filter(({ bytes }) => bytes.includes(spelling)).map(({ name }) => `${name} holds ${spelling}`),
    ),
  );
}

test('the search finds a secret however it is spelt', () => {
  const places = ['x', 'ab', 'abc', 'abcd'].map((user) => ({
    name: user,
    bytes: `Basic ${Buffer.from(`${user}:${planted.batchSecret}`).toString('base64')} .`,
  }));
  expect(new Set(leaks(places, [planted.batchSecret]).map((found) => found.split(' ')[0]))).toEqual(
    new Set(['x', 'ab', 'abc', 'abcd']),
  );
  expect(leaks(places, [planted.clientSecret])).toEqual([]);
});

describe.each(twoTransports)('secrets that were planted, over %s', (_name, connect) => {
  let frames: Place[];
  /** Values that were revealed on request: they are known from then on, and may stand nowhere else. */
  let artefacts: string[];
  let isRevealing: boolean;

  const state = startedAnew(temporaryDirectory);
  const running = startedAnew(async () => {
    const storage = await openTestStorage(state.path);
    return startTestEngine({ files: { ...ordinaryFiles, ...brokenFiles }, storage, seal: true });
  });
  const connected = startedAnew(() =>
    connect(running.engine, (bytes) => {
      if (!isRevealing) frames.push({ name: `frame ${frames.length}`, bytes });
    }),
  );
  const client = startedAnew(() => connected.client);
  beforeEach(() => {
    frames = [];
    artefacts = [];
    isRevealing = false;
  });

  async function flow(kind: string, clientId: string): Promise<void> {
    const { id } = await client.flows.start({
      kind,
      clientId,
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
    });
    const run = await eventually(async () => {
      const now = await client.flows.get({ runId: id });
      return now.state === 'passed' || now.state === 'failed' ? now : null;
    });
    expect(run.state).toBe('passed');
    isRevealing = true;
    for (const { name } of run.values.filter(({ preview }) => preview?.includes('•'))) {
      const { data } = await safe(client.flows.reveal({ runId: id, name }));
      if (data !== undefined) artefacts.push(data.value);
    }
    isRevealing = false;
  }

  /** A person at the hosted pages, who mistypes once; and a client that speaks to the server itself. */
  async function people(): Promise<void> {
    const { authorizationServer } = running;
    const redirectUri = `${running.upstreams}/cb`;
    const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
    const sign = (password: string) =>
      signInByHand({ authorizationServer, query, username: 'ann', password }).catch(() => null);
    await sign(planted.wrongPassword);
    const code = (await sign(planted.userPassword))?.searchParams.get('code') ?? '';
    const { body } = await tokenRequest(authorizationServer, ['portal-web', planted.clientSecret], {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
    });
    artefacts.push(code, String(body['access_token']), String(body['refresh_token']));
    await tokenRequest(authorizationServer, ['portal-web', planted.batchSecret], { grant_type: 'x' });
  }

  async function look(): Promise<void> {
    const { items } = await client.exchanges.list({ limit: 200 });
    const ids = items.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    for (const id of ids) {
      await client.exchanges.get({ id });
      await client.exchanges.curl({ id });
    }
    await client.exchanges.har({ ids });
    await client.exchanges.diff({ leftId: ids[0] ?? '', rightId: ids[1] ?? '' });
    const stream = await client.exchanges.watch({ streamId: 'planted-watch', credits: 50 });
    await client.exchanges.replay({ id: ids.at(-1) ?? '' });
    for await (const { items: seen } of stream) if (seen.length > 0) break;
    await client.app.status();
    await client.flows.list();
    await client.identity.clients();
    await client.identity.users();
  }

  async function files(): Promise<void> {
    await client.secrets.set({ name: 'by-hand', value: planted.storedSecret });
    await safe(client.secrets.set({ name: 'not a name', value: planted.storedSecret }));
    await client.secrets.list();
    for (const { file } of await client.workspace.files()) await safe(client.workspace.readFile({ file }));
    await client.workspace.settings();
    const { zipBase64 } = await client.workspace.exportZip();
    for (const [name, bytes] of Object.entries(unzipSync(Buffer.from(zipBase64, 'base64'))))
      frames.push({ name: `zip ${name}`, bytes: Buffer.from(bytes).toString('latin1') });
  }

  /** Logs whole requests, as somebody who looks for a fault would. */
  function debug(): void {
    const { logger } = running.engine.ports;
    const basic = Buffer.from(`portal-web:${planted.clientSecret}`).toString('base64');
    const form = {
      client_secret: planted.clientSecret,
      password: planted.userPassword,
      code: artefacts[0] ?? '',
    };
    logger.debug('request', { headers: { Authorization: `Basic ${basic}` }, ...form });
    logger.debug('request', { body: new URLSearchParams(form).toString(), json: JSON.stringify(form) });
    for (const token of artefacts) logger.debug('answer', { access_token: token, line: `Bearer ${token}` });
  }

  test('stand nowhere in clear: no file, no line of the log, no frame, no export', async () => {
    await flow('code-pkce', 'portal-web');
    await flow('client-credentials', 'batch-job');
    await people();
    await look();
    debug();
    await files();
    await running.engine.ports.storage.records.commit();
    expect(artefacts.length).toBeGreaterThanOrEqual(5);
    expect(artefacts.filter((value) => value.length < 20)).toEqual([]);

    const { directory } = running.engine.workspace;
    const { userDirectory } = running.engine.ports;
    const log = running.logLines.map((bytes, index) => ({ name: `log line ${index}`, bytes }));
    const places = [
      ...filesBelow(directory, Object.keys(brokenFiles)),
      ...filesBelow(state.path),
      ...filesBelow(userDirectory),
      ...log,
      ...frames,
    ];
    expect(log.length).toBeGreaterThan(0);
    expect(leaks(places, [...Object.values(planted), ...artefacts])).toEqual([]);
  });
});

test('the built host prints, answers and keeps none of them either', async () => {
  const state = temporaryDirectory();
  const workspace = writeWorkspace({ ...ordinaryFiles, ...brokenFiles });
  const place = ['--workspace', workspace.path, '--state-dir', state.path];
  const served = await serve([...place, '--verbose']);
  let stderr = '';
  served.child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const { body } = await tokenRequest(served.authorizationServer, ['batch-job', planted.batchSecret], {
    grant_type: 'client_credentials',
    password: planted.wrongPassword,
  });
  const stored = await runGatehouse(['secret', 'set', 'by-hand', ...place], {}, planted.storedSecret);
  const listed = await runGatehouse(['secret', 'list', ...place]);
  await runGatehouse(['key', 'rotate', ...place]);
  writeFileSync(join(workspace.path, 'oauth/users/bob.json'), `{"password":"${planted.userPassword}"`);
  await new Promise((resolve) => setTimeout(resolve, 400));
  await served.end();
  const printed = [
    JSON.stringify(served.ready),
    stderr,
    ...[stored, listed].flatMap((it) => [it.stdout, it.stderr]),
  ];
  const places = [
    ...filesBelow(state.path),
    ...filesBelow(workspace.path, [...Object.keys(brokenFiles), 'oauth/users/bob.json']),
    ...printed.map((bytes, index) => ({ name: `print ${index}`, bytes })),
  ];
  expect(leaks(places, [...Object.values(planted), String(body['access_token'])])).toEqual([]);
  state.remove();
  workspace.remove();
});
