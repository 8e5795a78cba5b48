import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import { restConnector } from '#test/support/rest-connector.ts';
import { scriptedRoute } from '#test/support/scripted-route.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { openWebSession, type WebSession } from '#test/support/web-session.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

/** An address of this machine that is not loopback: what listens there could as well be anybody's server. */
const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

let environment: NodeJS.ProcessEnv;
let theirs: Server;
let arrived: string[];
let running: Served[];

// Anything but loopback is refused: without a second address nothing could arrive, and nothing be proven.
beforeEach(({ skip }) => skip(elsewhere === undefined, 'this machine has no address besides loopback'));
const home = startedAnew(temporaryDirectory);
beforeEach(async () => {
  environment = { HOME: home.path, XDG_STATE_HOME: join(home.path, 'state'), XDG_DATA_HOME: home.path };
  arrived = [];
  running = [];
  theirs = createServer((request, response) => {
    arrived.push(new URL(request.url ?? '', 'http://their.example').pathname);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"users":[]}');
  });
  await new Promise<void>((resolve) => void theirs.listen(0, elsewhere, resolve));
});
const own = startedAnew(writeWorkspace);
const foreign = startedAnew(() => writeWorkspace(filesThatReachOut(theirOrigin())));
afterEach(async () => {
  await Promise.all(running.map((served) => served.end('SIGKILL')));
  theirs.closeAllConnections();
  theirs.close();
});

const theirOrigin = () => `http://${elsewhere}:${(theirs.address() as AddressInfo).port}`;

/** The effects of a stranger's folder: reachable by all, and telling a server of theirs what it learns. */
function filesThatReachOut(origin: string): Readonly<Record<string, unknown>> {
  const { 'oauth/clients/batch-job.json': job, ...rest } = ordinaryFiles;
  return {
    ...rest,
    'gatehouse.json': manifest(origin, 'validator'),
    'oauth/clients/batch-job.json': { ...(job as object), grant_types: ['client_credentials', 'password'] },
    'webhooks/theirs.json': { url: `${origin}/webhook` },
    'connectors/provisioner.openicf-theirs.json': connector(`${origin}/connector`),
    'routes/10-scripted.json': routeWithScript,
    'routes/20-passed-on.json': { baseURI: origin, handler: { type: 'ReverseProxyHandler' } },
  };
}

const manifest = (origin: string, validator: string, services: object = {}) => ({
  id: 'foreign',
  name: 'Foreign workspace',
  services: {
    gateway: { bind: '0.0.0.0' },
    authorizationServer: {
      passwordValidators: [{ id: validator, type: 'http', url: `${origin}/${validator}` }],
    },
    ...services,
  },
  network: { proxy: { url: origin } },
});

const routeWithScript = scriptedRoute(
  'scripted',
  { type: 'application/x-groovy', source: 'return new ThrottlingRate(9, "1 second")' },
  { status: 218, entity: 'the script ran' },
);

const connector = (serviceUri: string) =>
  restConnector('theirs', {
    serviceUri,
    authenticationMethod: 'TOKEN',
    authToken: 'what-they-want',
    objectTypes: {
      __ACCOUNT__: {
        schema: [{ fieldName: 'userName', type: 'STRING', flags: [] }],
        operations: {
          QUERY: {
            path: '/users',
            method: 'GET',
            idPath: 'id',
            namePath: 'id',
            responseMapping: { items: {} },
          },
        },
      },
    },
  });

/** Starts on a workspace of the person's own, or on another. */
async function start(words: readonly string[] = ['--workspace', own.path]): Promise<Served> {
  const served = await serve(words, environment);
  running.push(served);
  return served;
}

/** Opens a folder as Recent, or the field in which a folder is named, does. */
async function openOnScreen(page: WebSession, directory: string): Promise<void> {
  const { startedAtMillis } = await page.client.app.info();
  await page.client.installation.open({ directory });
  await another(page, startedAtMillis);
}

/** Waits until an engine answers that began after the present one. */
const another = (page: WebSession, startedAtMillis: number) =>
  eventually(async () => {
    const { data } = await safe(page.client.app.info());
    return data !== undefined && data.startedAtMillis > startedAtMillis ? data : null;
  });

const portOf = async (page: WebSession, key: string) =>
  Number(new URL((await urlOf(page, key)) || 'http://none:1').port);
const urlOf = async (page: WebSession, key: string) =>
  (await page.client.app.status()).services.find((service) => service.key === key)?.url ?? '';

const listensElsewhere = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: elsewhere ?? '', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Does everything with the open workspace that would reach out. */
async function useEverything(page: WebSession): Promise<{ readonly scripted: number }> {
  const server = await urlOf(page, 'authorizationServer');
  const client = ['batch-job', 'planted-batch-secret'] as const;
  await tokenRequest(server, client, { grant_type: 'password', username: 'ann', password: 'what-ann-types' });
  await clientCredentials(server, client);
  const gateway = (await urlOf(page, 'gateway')).replace(/\/\/[^:]+:/, '//127.0.0.1:');
  await fetch(`${gateway}/passed-on`);
  const file = 'connectors/provisioner.openicf-theirs.json';
  const document = readFileSync(join(foreign.path, file), 'utf8');
  await safe(page.client.connectors.run({ file, document, operation: 'QUERY' }));
  return { scripted: (await fetch(`${gateway}/scripted`)).status };
}

/** Attacks a copy of the hosted server as it is configured: the copy asks the same validators. */
async function playAttack(page: WebSession): Promise<void> {
  const { id: runId } = await page.client.attacks.start({ only: ['AC-01'] });
  await eventually(async () =>
    (await page.client.attacks.get({ runId })).state === 'running' ? null : true,
  );
}

/** Says yes to all that the screen of trust lists. */
async function trustAll(page: WebSession): Promise<void> {
  const { startedAtMillis } = await page.client.app.info();
  const { items } = await page.client.workspaceTrust.status();
  const keys = items.map(({ kind, value }) => ({ kind, value }));
  await page.client.workspaceTrust.decide({ isTrusted: true, items: keys });
  await another(page, startedAtMillis);
}

const everything = ['/connector/users', '/passed-on', '/validator', '/webhook'];
const distinct = () => [...new Set(arrived)].toSorted();

describe('a folder that somebody else made, opened on a screen', () => {
  test('reaches nobody and is reached by nobody, until it is trusted', async () => {
    const page = await openWebSession((await start()).ready.ui ?? '');
    await openOnScreen(page, foreign.path);
    const { scripted } = await useEverything(page);
    await playAttack(page);
    expect(await listensElsewhere(await portOf(page, 'gateway'))).toBe(false);
    expect(scripted).not.toBe(218);
    // Deliveries with some delay, such as those of webhooks, would be here by now.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(distinct()).toEqual([]);

    await trustAll(page);
    expect((await useEverything(page)).scripted).toBe(218);
    expect(await listensElsewhere(await portOf(page, 'gateway'))).toBe(true);
    await eventually(async () => (everything.every((path) => arrived.includes(path)) ? true : null));
  });

  test('what comes in later from outside is off, and only that', async () => {
    const page = await openWebSession((await start()).ready.ui ?? '');
    await openOnScreen(page, foreign.path);
    await trustAll(page);
    const platform = { platform: { bind: elsewhere } };
    writeFileSync(
      join(foreign.path, 'gatehouse.json'),
      JSON.stringify(manifest(theirOrigin(), 'second', platform)),
    );
    const asked = await eventually(async () => {
      const { problems } = await page.client.app.status();
      return problems.find(({ code }) => code === 'workspace.trust-grown') ?? null;
    });
    expect(asked.actions).toEqual([{ kind: 'open-trust' }]);
    await page.client.services.restart({ key: 'platform' });
    expect(await listensElsewhere(await portOf(page, 'platform'))).toBe(false);
    arrived = [];
    expect((await useEverything(page)).scripted).toBe(218);
    await eventually(async () => (arrived.includes('/webhook') ? true : null));
    expect(arrived).not.toContain('/second');
    expect(arrived).toContain('/connector/users');
  });

  test('the decision lies in a file that this user alone reads, and can be taken back', async () => {
    const page = await openWebSession((await start()).ready.ui ?? '');
    await openOnScreen(page, foreign.path);
    await trustAll(page);
    const file = join(home.path, 'state/gatehouse/trust.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { stdout } = await runGatehouse(['workspace', 'trust', 'list', '--json'], environment);
    const listed = JSON.parse(stdout) as { folders: readonly { directory: string; decision: string }[] };
    expect(listed.folders.find(({ directory }) => directory === foreign.path)?.decision).toBe('trusted');
    const { startedAtMillis } = await page.client.app.info();
    await runGatehouse(['workspace', 'trust', 'revoke', foreign.path], environment);
    await another(page, startedAtMillis);
    expect((await page.client.workspaceTrust.status()).mode).toBe('restricted');
    await openOnScreen(page, own.path);
    await openOnScreen(page, foreign.path);
    expect((await page.client.workspaceTrust.status()).mode).toBe('restricted');
    arrived = [];
    await useEverything(page);
    expect(arrived).toEqual([]);
  });

  test('a zip of somebody else that was unpacked here is theirs, and a new workspace is one’s own', async () => {
    const page = await openWebSession((await start(['--workspace', foreign.path])).ready.ui ?? '');
    const { zipBase64 } = await page.client.workspace.exportZip();
    const places = mkdtemp('made');
    await page.client.installation.importZip({ directory: join(places, 'unpacked'), zipBase64 });
    await page.client.installation.create({ directory: join(places, 'own'), name: 'Own', from: 'sample' });
    await openOnScreen(page, join(places, 'unpacked'));
    expect((await page.client.workspaceTrust.status()).mode).toBe('restricted');
    await openOnScreen(page, join(places, 'own'));
    expect((await page.client.workspaceTrust.status()).mode).toBe('trusted');
  });
});

describe('a folder that is named on a command line', () => {
  test('may do what it says, and what that is stands on standard error', async () => {
    const served = await start(['--workspace', foreign.path]);
    const page = await openWebSession(served.ready.ui ?? '');
    await useEverything(page);
    await eventually(async () => (everything.every((path) => arrived.includes(path)) ? true : null));
    const lines = served.stderr().split('\n');
    expect(lines.filter((line) => line.includes('--restricted'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('--restricted'))).toContain('0.0.0.0');
  });

  test('does none of it with --restricted, and the ready line lists what is off', async () => {
    const served = await start(['--workspace', foreign.path, '--restricted']);
    expect(served.ready.restricted?.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['listen', 'proxy', 'validator', 'script', 'destination']),
    );
    const page = await openWebSession(served.ready.ui ?? '');
    const { scripted } = await useEverything(page);
    expect(scripted).not.toBe(218);
    expect(await listensElsewhere(await portOf(page, 'gateway'))).toBe(false);
    expect(arrived).toEqual([]);
  });
});

test('a command that asks a server of the folder it names does not with --restricted', async () => {
  const words = ['connector', 'query', 'theirs', '--workspace', foreign.path, '--json'];
  await runGatehouse([...words, '--restricted'], environment);
  expect(arrived).toEqual([]);
  await runGatehouse(words, environment);
  expect(distinct()).toEqual(['/connector/users']);
});

function mkdtemp(name: string): string {
  const directory = join(home.path, name);
  mkdirSync(directory);
  return directory;
}
