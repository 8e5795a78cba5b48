import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compose, type Engine, type EnginePorts } from '#main/composition/index.ts';
import { createVirtualClock, systemClock, type VirtualClock } from '#main/platform/clock.ts';
import type { HostLink } from '#main/platform/host-link.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { Storage } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { openWorkspaceManifest, saveEntity } from '#main/workspace/index.ts';
import { cheapPasswords } from './passwords.ts';
import { temporaryDirectory } from './storage.ts';
import { workerFiles } from './workers.ts';
import { ordinaryFiles, writeWorkspace } from './workspace.ts';

export const sampleWorkspace = fileURLToPath(new URL('../../resources/sample-workspace', import.meta.url));

export interface TestEngine {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  /** The folder of the user: temporary profiles of browsers lie in it. */
  readonly userDirectory: string;
  readonly logLines: readonly string[];
  /** Base URLs of the running services. */
  readonly authorizationServer: string;
  readonly upstreams: string;
  readonly gateway: string;
  readonly connectorHost: string;
  readonly platform: string;
  /** Trusts a SAML issuer from now on. */
  trust(issuer: string, certificatePem: string): void;
  stop(): Promise<void>;
}

export interface TestEngineOptions {
  readonly files?: Readonly<Record<string, unknown>>;
  readonly storage?: Storage;
  /** How passwords are hashed; absent: at a cost that no test has to wait for. */
  readonly passwords?: PasswordHasher;
  readonly start?: boolean;
  /** Ports in place of those of the manifest; absent: any. */
  readonly ports?: NonNullable<EnginePorts['ports']>;
  /** Seals secrets that stand in clear in the workspace at the start. */
  readonly seal?: boolean;
  /** The environment for this run; absent: the one that was chosen last. */
  readonly environment?: string | null;
  /** Minutes that local time is ahead of UTC; absent: none. */
  readonly zoneOffsetMinutes?: number;
  /** The browser that runs may be watched in; absent: the first one that is installed, with a window. */
  readonly browser?: NonNullable<EnginePorts['browser']>;
  /** Stands for the host; without it nothing keeps a key or opens another workspace. */
  readonly hostLink?: HostLink;
  /** How the workspace came to be opened; absent: whoever composes lets it do everything. */
  readonly opening?: NonNullable<EnginePorts['opening']>;
}

/** A whole engine on free ports. The clients' redirect URIs are those of the sample client that really listens. */
export async function startTestEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const logLines: string[] = [];
  const clock = createVirtualClock();
  const workspace = writeWorkspace(options.files ?? ordinaryFiles);
  const user = temporaryDirectory();
  const engine = await compose({
    clock,
    realClock: systemClock,
    random: createSystemRandom(),
    passwords: options.passwords ?? cheapPasswords,
    storage: options.storage ?? createMemoryStorage({ maxExchanges: 10_000, maxExchangeBytes: 100_000_000 }),
    logger: createLogger(systemClock, (line) => logLines.push(line), 'debug'),
    opened: openWorkspaceManifest(workspace.path),
    problems: [],
    workers: workerFiles,
    startProcess: startForked,
    zoneOffsetMinutes: () => options.zoneOffsetMinutes ?? 0,
    host: 'web',
    stateDirectory: join(user.path, 'state'),
    userDirectory: user.path,
    workspacesDirectory: join(user.path, 'workspaces'),
    sampleWorkspace,
    ...(options.browser === undefined ? {} : { browser: options.browser }),
    ...(options.seal === undefined ? {} : { seal: options.seal }),
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.hostLink === undefined ? {} : { hostLink: options.hostLink }),
    ...(options.opening === undefined ? {} : { opening: options.opening }),
    version: '0.0.0-test',
    ports: options.ports ?? {
      authorizationServer: 0,
      connectorHost: 0,
      gateway: 0,
      platform: 0,
      sampleUpstreams: 0,
    },
  });
  if (options.start !== false) await engine.start();
  const upstreams = engine.hosting.url('sampleUpstreams') ?? '';
  pointClients(engine, upstreams, engine.hosting.url('gateway') ?? '');
  return {
    engine,
    clock,
    userDirectory: user.path,
    logLines,
    authorizationServer: engine.hosting.url('authorizationServer') ?? '',
    upstreams,
    gateway: engine.hosting.url('gateway') ?? '',
    connectorHost: engine.hosting.url('connectorHost') ?? '',
    platform: engine.hosting.url('platform') ?? '',
    trust: (issuer, certificatePem) =>
      saveEntity(
        engine.workspace,
        'oauth/saml-issuers/trusted.json',
        { issuer, certificates: [certificatePem] },
        engine.ports.random,
      ),
    async stop() {
      await engine.stop();
      workspace.remove();
      user.remove();
    },
  };
}

/** The samples and the gateway listen on free ports here: registrations that lead to their usual ones follow them. */
function pointClients(engine: Engine, upstreams: string, gateway: string): void {
  const here = (uri: string) =>
    uri.replace('http://127.0.0.1:9035', upstreams).replace('http://127.0.0.1:9033', gateway);
  for (const client of engine.workspace.registrations.clients()) {
    const uris = client.redirectUris as string[];
    for (const [index, uri] of uris.entries()) uris[index] = here(uri);
    const audiences = client.audiences as string[];
    for (const [index, audience] of audiences.entries()) audiences[index] = here(audience);
    const logout: { backchannelUri: string | undefined } = client.logout;
    if (logout.backchannelUri !== undefined) logout.backchannelUri = here(logout.backchannelUri);
  }
}
