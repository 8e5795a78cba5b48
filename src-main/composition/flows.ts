import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { rangePrefix } from '#main/services/attacks/index.ts';
import {
  assumedAuthentication,
  createDebuggerIssuer,
  discover,
  FlowResults,
  FlowService,
  FlowSuites,
  foreignTarget,
  hostedTarget,
  type SignInParts,
  walkControlled,
} from '#main/services/flows/index.ts';
import type { FlowTarget } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import type { AssertionForm } from '#shared/flows/assertion-forms.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import { sleep } from '../platform/timers.ts';
import type { Recorder, SendRecorded } from '../services/activity/index.ts';
import { createControlledBrowsers } from '../services/controlled-browser/index.ts';
import { type DebuggerIssuer, type PlayTarget, publicJwkOf } from '../services/flow-player/index.ts';
import type { JobService } from '../services/jobs/index.ts';
import type { WatchedSignIns } from '../services/sign-ins/index.ts';
import { saveEntity, type Workspace, type WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';
import { resourceServerCredentials } from './samples.ts';

/** Parts that flows run with, besides the engine's own ports. */
export interface FlowParts {
  /** A copy of the hosted server on which a case of the catalogue is looked at; null where it was closed. */
  readonly copyOfHosted: (name: string) => PlayTarget | null;
  readonly workspace: Workspace;
  readonly recorder: Recorder;
  readonly jobs: JobService;
  readonly send: SendRecorded;
  readonly outgoing: Outgoing;
  readonly trust: Pick<WorkspaceTrust, 'policy' | 'gate'>;
  readonly signIns: SignInParts & { readonly watched: WatchedSignIns };
  /** Base URL of a service; null while it does not run. */
  readonly urlOf: (key: ServiceKey) => string | null;
}

/** The service that steps through flows, and the issuer in whose name it signs assertions. */
export function composeFlows(ports: EnginePorts, parts: FlowParts) {
  const { clock, random, storage } = ports;
  const { workspace, recorder, send } = parts;
  const issuer = createDebuggerIssuer(storage.records, clock, random);
  const browsers = createControlledBrowsers({
    clock,
    profileRoot: join(ports.userDirectory, 'browser-profiles'),
    path: () => ports.browser?.path ?? null,
    headless: ports.browser?.isHeadless ?? false,
    network: () => ({
      proxyServer: null,
      trustedKeyHashes: [],
      reach: parts.trust.policy().reach,
    }),
  });
  const flowResults = new FlowResults(storage.records, ports.realClock);
  const flows = new FlowService({
    clock,
    random,
    records: storage.records,
    recorder,
    send,
    sleep,
    issuer,
    targets: () => listTargets(parts),
    target: (name) => targetNamed(name, parts),
    hosted: () => hosted(parts),
    upstreams: () => parts.urlOf('sampleUpstreams'),
    trusts: (signer, form) => trusts(workspace, signer, form),
    savedFlows: () => workspace.savedFlows,
    writeFlow(name, value) {
      const file = `flows/${name}.json`;
      saveEntity(workspace, file, value, random);
      return file;
    },
    judged: (run) => flowResults.addRun(run),
    sparedRuns: () => flowResults.lastGoodRuns(),
    openControlled(run, step, url, events) {
      parts.trust.gate.admit(new URL(url).hostname);
      return walkControlled(
        {
          browsers,
          record: recorder.record,
          upstreams: () => parts.urlOf('sampleUpstreams'),
          watch: (runId) => parts.signIns.watched.begin(runId),
        },
        run,
        step,
        url,
        events,
      );
    },
  });
  const flowSuites = new FlowSuites({ flows, results: flowResults, jobs: parts.jobs });
  return { flows, flowResults, flowSuites, flowIssuer: issuer, browsers };
}

/** @throws flow.service-stopped, flow.unknown-target, flow.no-metadata */
async function targetNamed(name: string | null, parts: FlowParts): Promise<PlayTarget> {
  if (name === null) return requireHosted(parts);
  if (!name.startsWith(rangePrefix)) return otherTarget(name, parts);
  const copy = parts.copyOfHosted(name);
  if (copy !== null) return copy;
  throw new GatehouseError('flow.unknown-target', 'The copy of the hosted server is closed.', {
    fix: 'Open the attack case again.',
  });
}

/** Tests whether the workspace trusts an issuer with the very certificate or key that it signs with. */
function trusts({ registrations }: Workspace, signer: DebuggerIssuer, form: AssertionForm): boolean {
  const { name, certificatePem } = signer;
  if (form === 'jwt') {
    const { n } = publicJwkOf(signer);
    return registrations
      .jwtIssuers()
      .some(({ issuer, keys }) => issuer === name && keys.inline.some((key) => key['n'] === n));
  }
  const { fingerprint256 } = new X509Certificate(certificatePem);
  return registrations
    .samlIssuers()
    .some(
      ({ issuer, certificatesPem }) =>
        issuer === name &&
        certificatesPem.some((pem) => new X509Certificate(pem).fingerprint256 === fingerprint256),
    );
}

function hosted({ workspace, urlOf }: FlowParts): PlayTarget | null {
  const [authorizationServer, upstreams] = [urlOf('authorizationServer'), urlOf('sampleUpstreams')];
  if (authorizationServer === null || upstreams === null) return null;
  const { registrations, credentials, manifest } = workspace;
  return hostedTarget({
    authorizationServer,
    upstreams,
    clients: registrations.clients(),
    usernames: registrations.users().map(({ username }) => username),
    clientSecret: credentials.clientSecret,
    clientPrivateKey: credentials.clientPrivateKey,
    userPassword: credentials.userPassword,
    vendorUrn: manifest.vendor.urn,
    codeLifetimeSeconds: manifest.services.authorizationServer.codeLifetimeSeconds,
    namesIssuer: manifest.services.authorizationServer.issuerInResponse,
    // The clock and the registrations of the workspace are its user's to change, not a script's.
    operator: null,
    hasResource: resourceServerCredentials(workspace) !== null,
  });
}

function requireHosted(parts: FlowParts): PlayTarget {
  requireRunning(parts.urlOf('authorizationServer'), 'authorizationServer', 'The authorization server');
  requireRunning(parts.urlOf('sampleUpstreams'), 'sampleUpstreams', 'The sample client');
  const target = hosted(parts);
  if (target === null) throw new GatehouseError('flow.service-stopped', 'The hosted server is not running.');
  return target;
}

function requireRunning(origin: string | null, key: ServiceKey, what: string): void {
  if (origin !== null) return;
  throw new GatehouseError('flow.service-stopped', `${what} is not running.`, {
    fix: 'Start it, then run the flow again.',
    location: { file: 'gatehouse.json', pointer: `/services/${key}` },
    actions: [{ kind: 'start-service', service: key }],
  });
}

/** Another server of the workspace, its metadata read. @throws flow.unknown-target, flow.no-metadata, workspace.restricted */
export async function otherTarget(
  name: string,
  { workspace, send, outgoing, trust, urlOf, signIns }: Omit<FlowParts, 'copyOfHosted' | 'jobs' | 'recorder'>,
): Promise<PlayTarget> {
  const named = workspace.targets.find((candidate) => candidate.name === name);
  if (named === undefined)
    throw new GatehouseError('flow.unknown-target', `The workspace has no server ${name}.`, {
      fix: `Add the file targets/${name}.json, or choose another server.`,
    });
  const caFiles = named.file.ca_files.filter((path) => trust.policy().allows('ca-file', path));
  const target = { ...named, file: { ...named.file, ca_files: caFiles } };
  const parts = {
    target,
    metadata: {},
    upstreams: urlOf('sampleUpstreams'),
    directory: workspace.directory,
    outgoing,
    vendorUrn: workspace.manifest.vendor.urn,
    signIns,
  };
  const way = foreignTarget(parts).outgoing?.(null);
  const found = target.file.discovery ? await discover(target.file.issuer, send, way) : {};
  const made = foreignTarget({ ...parts, ...found });
  // The person's own browser asks nobody before it goes there.
  const { authorization } = made.endpoints;
  if (authorization !== null) trust.gate.admit(new URL(authorization).hostname);
  return made;
}

function listTargets(parts: FlowParts): readonly FlowTarget[] {
  const own = hosted(parts);
  return [
    {
      name: null,
      title: 'Hosted server',
      issuer: parts.urlOf('authorizationServer') ?? '',
      clients: (own?.clients ?? []).map(({ clientId, authentication }) => ({ clientId, authentication })),
      usernames: [...(own?.usernames ?? [])],
      problem: own === null ? 'The authorization server or the sample client is not running.' : null,
    },
    ...parts.workspace.targets.map(({ name, displayName, file, users }) => ({
      name,
      title: displayName,
      issuer: file.issuer,
      clients: file.clients.map((client) => ({
        clientId: client.client_id,
        authentication: assumedAuthentication({ file: client }),
      })),
      usernames: users.map(({ username }) => username),
      problem: null,
    })),
  ];
}
