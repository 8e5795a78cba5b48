import { join } from 'node:path';
import { createThrottleLab, type ThrottleLab } from '#main/services/throttle/index.ts';
import type { LiveFilter } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { rateText } from '#shared/throttle/index.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import type { Gateway } from '../services/gateway/index.ts';
import type { Scripting } from '../services/scripting/index.ts';
import { parseJsonDocument, saveEntity, type Workspace } from '../workspace/index.ts';
import { routeDocuments, routeOptions } from './gateway.ts';
import { liveSender } from './live-sender.ts';
import type { EnginePorts } from './ports.ts';

/** Parts that policies are tried out with, besides the engine's own ports. */
export interface ThrottleParts {
  readonly workspace: Workspace;
  readonly outgoing: Outgoing;
  readonly scripting: Scripting;
  readonly gateway: Gateway;
  readonly authorizationServer: AuthorizationServer;
  /** Base URL of the running gateway; null while it does not run. */
  readonly gatewayUrl: () => string | null;
  /** True if an address is that of the sample resource server. */
  readonly isSample: (baseUri: string) => boolean;
}

/** Buckets of a filter that a screen is shown. */
const shownBuckets = 50;

/** The lab over the routes and the traffic of a workspace. */
export function composeThrottleLab(ports: EnginePorts, parts: ThrottleParts): ThrottleLab {
  const { random, realClock, workers, startProcess, stateDirectory } = ports;
  const { workspace, gateway, scripting } = parts;
  return createThrottleLab({
    workers,
    startProcess,
    scripting,
    directory: workspace.directory,
    traceDirectory: join(stateDirectory, 'traffic'),
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
    resetLive: (file, filter) => gateway.reset(nameOf(file), filter),
    gateway: parts.gatewayUrl,
    liveSender: liveSender(ports, parts),
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
