import type { LiveFilter } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { rateText } from '#shared/throttling/index.ts';
import { routeDocuments, routeOptions } from './compose-gateway.ts';
import type { EnginePorts } from './compose-types.ts';
import type { Outgoing } from './platform/outgoing.ts';
import { defaultRawLimits, sendRaw } from './platform/raw-http.ts';
import type { SendRecorded } from './services/activity/index.ts';
import type { AuthorizationServer } from './services/authorization-server/index.ts';
import type { Gateway } from './services/gateway/index.ts';
import { createScripting, type Scripting } from './services/scripting/index.ts';
import { createThrottleLab, type LiveRequest, type ThrottleLab } from './services/throttle-lab/index.ts';
import { parseJsonDocument, saveEntity, type Workspace } from './workspace/index.ts';

/** What may be a token or a secret: scripts say what they like, and the log must not hold it. */
const tokenLike = /[\w.~+/=-]{20,}/g;

/** What runs the scripts of the workspace; what they send is recorded as the gateway's. */
export function composeScripting(
  { workers, logger, realClock }: EnginePorts,
  { workspace, send }: { readonly workspace: Workspace; readonly send: SendRecorded },
): Scripting {
  return createScripting({
    directory: workspace.directory,
    workerUrl: new URL(workers.script),
    nowMillis: () => realClock.nowMillis(),
    log: (level, text) => logger.info('script.said', { level, text: text.replaceAll(tokenLike, '…') }),
    async send({ method, uri, headers, entity }) {
      const { origin, pathname, search, host } = new URL(uri);
      const body = entity === null || entity === undefined ? '' : textOf(entity);
      const fields = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().flatMap((each) => [name, each]),
      );
      const length = body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))];
      const { response } = await send(
        {
          method,
          origin,
          target: `${pathname}${search}`,
          headers: ['Host', host, ...fields, ...length],
          body,
        },
        { service: 'gateway', tags: ['script'] },
      );
      return {
        status: response.status,
        headers: groupedHeaders(response.headers),
        body: response.body.toString('utf8'),
      };
    },
  });
}

function textOf(entity: unknown): string {
  return typeof entity === 'string' ? entity : JSON.stringify(entity);
}

function groupedHeaders(raw: readonly string[]): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    grouped[name] = [...(Object.hasOwn(grouped, name) ? (grouped[name] ?? []) : []), raw[index + 1] ?? ''];
  }
  return grouped;
}

/** What policies are tried out with, besides the engine's own ports. */
export interface ThrottleParts {
  readonly workspace: Workspace;
  readonly outgoing: Outgoing;
  readonly scripting: Scripting;
  readonly gateway: Gateway;
  readonly authorizationServer: AuthorizationServer;
  /** Base URL of the running gateway; null while it does not run. */
  readonly gatewayUrl: () => string | null;
}

/** Buckets of a filter that a screen is shown. */
const shownBuckets = 50;
/** The longest traffic that is sent live is shorter than this. */
const probeTokenSeconds = 86_400;

/** The lab over the routes and the traffic of a workspace. */
export function composeThrottleLab(ports: EnginePorts, parts: ThrottleParts): ThrottleLab {
  const { random, realClock, workers } = ports;
  const { workspace, gateway, scripting } = parts;
  return createThrottleLab({
    workers,
    scripting,
    directory: workspace.directory,
    routes: () => routeDocuments(workspace),
    routeOptions: () => routeOptions(workspace),
    traffics: () =>
      workspace.files
        .filter(({ kind }) => kind === 'traffic')
        .map(({ file, document }) => ({ file, name: nameOf(file), value: document?.value ?? null })),
    parse(text, file) {
      const parsed = parseJsonDocument(text, file);
      if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
      return parsed.value.value;
    },
    saveTraffic: (file, traffic) => saveEntity(workspace, file, traffic, random),
    liveFilters: () => liveFilters(gateway),
    resetLive: (file) => gateway.reset(nameOf(file)),
    gateway: parts.gatewayUrl,
    sendLive: liveSender(parts),
    realClock,
    random,
  });
}

function nameOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.json$/, '');
}

function liveFilters(gateway: Gateway): readonly LiveFilter[] {
  return gateway.status(shownBuckets).flatMap(({ file, throttling }) =>
    throttling.map(({ name, counts, groupCount, buckets }) => ({
      file,
      filter: name,
      ...counts,
      groups: groupCount,
      buckets: buckets.map(({ group, rate, level, waitNanos }) => ({
        group,
        rate: rateText(rate),
        level,
        capacity: rate.numberOfRequests,
        waitSeconds: waitNanos / 1_000_000_000,
      })),
    })),
  );
}

/** Sends traffic to the gateway with tokens that say of their holders what the traffic does. */
function liveSender({ authorizationServer, gatewayUrl, outgoing }: ThrottleParts) {
  const tokens = new Map<string, Promise<string | null>>();
  const tokenOf = (attributes: LiveRequest['attributes'], scopes: readonly string[]) => {
    const key = JSON.stringify([attributes, scopes]);
    const known = tokens.get(key);
    if (known !== undefined) return known;
    if (tokens.size > 10_000) tokens.clear();
    const made = authorizationServer.admin.issueProbeToken({
      attributes,
      scopes,
      lifetimeSeconds: probeTokenSeconds,
    });
    tokens.set(key, made);
    return made;
  };
  return async (request: LiveRequest, scopes: readonly string[]) => {
    const origin = gatewayUrl();
    if (origin === null) return null;
    const { method, path, headers, attributes } = request;
    const hasOwn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    const token = hasOwn || Object.keys(attributes).length === 0 ? null : await tokenOf(attributes, scopes);
    const fields = [
      'Host',
      new URL(origin).host,
      ...Object.entries(headers).flat(),
      ...(token === null ? [] : ['Authorization', `Bearer ${token}`]),
    ];
    try {
      const answer = await sendRaw(
        { method, origin, target: path, headers: fields, body: '' },
        { ...defaultRawLimits, outgoing },
      );
      return { status: answer.status, retryAfterSeconds: retryAfterOf(answer.headers) };
    } catch (error) {
      if (error instanceof GatehouseError) return null;
      throw error;
    }
  };
}

function retryAfterOf(headers: readonly string[]): number | null {
  const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'retry-after');
  const seconds = at < 0 ? Number.NaN : Number(headers[at + 1]);
  return Number.isFinite(seconds) ? seconds : null;
}
