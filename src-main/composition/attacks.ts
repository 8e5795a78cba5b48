import { join } from 'node:path';
import type { AttackStart, AttackTargetView } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isLoopbackHost } from '../platform/addresses.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import type { RecordStore } from '../platform/ports.ts';
import { sleep } from '../platform/timers.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import {
  AttackService,
  foreignAttackTarget,
  hostedAttackTarget,
  loadAttackFiles,
  type RangePolicy,
} from '../services/attack-catalogue/index.ts';
import { weaknessCatalogue } from '../services/authorization-server/index.ts';
import type { FlowService } from '../services/flow-debugger/index.ts';
import type { DebuggerIssuer, PlayTarget } from '../services/flow-player/index.ts';
import type { JobService } from '../services/jobs/index.ts';
import { type Workspace } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';
import { composeRanges } from './ranges.ts';

/** What the catalogue is run with, besides the engine's own ports. */
export interface AttackParts {
  readonly workspace: Workspace;
  readonly jobs: JobService;
  readonly record: RecordExchange;
  readonly send: SendRecorded;
  readonly flows: () => FlowService;
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
  /** A server of the workspace. @throws flow.unknown-target, flow.no-metadata */
  readonly otherTarget: (name: string) => Promise<PlayTarget>;
}

/** Kind of the records that say which servers may be attacked. */
const confirmedKind = 'attack-confirmed';
/** Requests a second to a server that is not hosted here. */
const politeRequestsPerSecond = 20;

/** The service that runs the catalogue of attacks, and the guard over what it may be run against. */
export function composeAttacks(ports: EnginePorts, parts: AttackParts) {
  const { clock, realClock, random, storage } = ports;
  const { workspace } = parts;
  const resources = (name: string) => join(ports.sampleWorkspace, '..', name);
  const ranges = lazily(() =>
    composeRanges({ directory: resources('attack-range'), clock: realClock, random, record: parts.record }),
  );
  const guard = createTargetGuard(storage.records, workspace);
  const attacks = new AttackService({
    files: lazily(() => loadAttackFiles(resources('attacks'))),
    records: storage.records,
    jobs: parts.jobs,
    clock,
    random,
    sleep,
    nowMillis: () => performance.now(),
    async target(start) {
      if (start.target === null)
        return hostedAttackTarget(ranges().parts, policyOf(start, workspace, ranges()));
      await guard.require(start.target);
      return foreignAttackTarget({
        target: await parts.otherTarget(start.target),
        clock: realClock,
        send: parts.send,
        issuer: parts.flowIssuer,
        sleep,
        nowMillis: () => performance.now(),
        namesIssuer: false,
        requestsPerSecond: politeRequestsPerSecond,
      });
    },
    flows: { startPlan: (...plan) => parts.flows().startPlan(...plan) },
    flowIssuer: parts.flowIssuer,
  });
  return { attacks, attackGuard: guard };
}

/** The workspace's own policy, or the range's under the profile that was chosen. */
function policyOf(
  { profile, weaknesses }: AttackStart,
  { manifest }: Workspace,
  ranges: ReturnType<typeof composeRanges>,
): RangePolicy {
  const { authorizationServer, sampleUpstreams } = manifest.services;
  const own = new Set(weaknessCatalogue.map(({ id }) => id));
  const chosen = {
    authorizationServer: weaknesses.filter((id) => own.has(id)),
    samples: weaknesses.filter((id) => !own.has(id)),
  };
  if (profile !== 'as-configured') return ranges.policy(profile, chosen);
  return {
    authorizationServer: {
      ...authorizationServer,
      weaknesses: [...authorizationServer.weaknesses, ...chosen.authorizationServer],
    },
    sampleUpstreams: { ...sampleUpstreams, weaknesses: [...sampleUpstreams.weaknesses, ...chosen.samples] },
  };
}

/** Which servers may be attacked: those of this machine, and those that the user has confirmed, as long as they stay where they are. */
export interface TargetGuard {
  list(): Promise<AttackTargetView[]>;
  confirm(name: string, origin: string, isConfirmed: boolean): Promise<void>;
  /** @throws attack.not-confirmed, flow.unknown-target */
  require(name: string): Promise<void>;
}

function createTargetGuard(records: RecordStore, workspace: Workspace): TargetGuard {
  const originOf = (name: string): string => {
    const target = workspace.targets.find((candidate) => candidate.name === name);
    if (target === undefined)
      throw new GatehouseError('flow.unknown-target', `The workspace has no server ${name}.`, {
        fix: `Add the file targets/${name}.json, or pick another server.`,
      });
    return new URL(target.file.token_endpoint ?? target.file.issuer).origin;
  };
  const isNear = (origin: string) => isLoopbackHost(new URL(origin).hostname);
  const isConfirmed = async (name: string, origin: string) =>
    (await records.get<{ origin: string }>(confirmedKind, name))?.origin === origin;
  return {
    async list() {
      const others = workspace.targets.map(async ({ name, displayName }) => {
        const origin = originOf(name);
        const needsConfirmation = !isNear(origin);
        return {
          name,
          title: displayName,
          origin,
          needsConfirmation,
          isConfirmed: await isConfirmed(name, origin),
        };
      });
      const hosted = {
        name: null,
        title: 'Hosted server',
        origin: '',
        needsConfirmation: false,
        isConfirmed: true,
      };
      return [hosted, ...(await Promise.all(others))];
    },
    async confirm(name, origin, confirmed) {
      if (originOf(name) !== origin)
        throw new GatehouseError('api.invalid-input', `${name} is at ${originOf(name)}, not at ${origin}.`);
      if (confirmed) records.put(confirmedKind, name, { origin });
      else records.remove(confirmedKind, name);
      await records.commit();
    },
    async require(name) {
      const origin = originOf(name);
      if (isNear(origin) || (await isConfirmed(name, origin))) return;
      throw new GatehouseError('attack.not-confirmed', `${origin} is not on this machine.`, {
        fix: 'Confirm that you may attack it, then run the catalogue again.',
      });
    },
  };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
