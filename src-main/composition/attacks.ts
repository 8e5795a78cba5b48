import { join } from 'node:path';
import {
  AttackService,
  type ConfiguredCopy,
  createTargetGuard,
  foreignAttackTarget,
  hostedAttackTarget,
  type PlayedFile,
} from '#main/services/attacks/index.ts';
import type { FlowService } from '#main/services/flows/index.ts';
import type { AttackStart } from '#shared/api/index.ts';
import { rangeTag } from '#shared/exchange/index.ts';
import { isLoopbackHost } from '../platform/addresses.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import { sleep } from '../platform/timers.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import type { DebuggerIssuer, PlayTarget } from '../services/flow-player/index.ts';
import type { JobService } from '../services/jobs/index.ts';
import type { FoundAttacks, Workspace, WorkspaceTrust } from '../workspace/index.ts';
import type { Catalogue } from './catalogue.ts';
import { requestsPerSecondTo } from './pace.ts';
import type { EnginePorts } from './ports.ts';
import { chosenWeaknesses, composeRanges } from './ranges.ts';

/** Parts that the attack catalogue runs with, besides the engine's own ports. */
export interface AttackParts {
  readonly workspace: Workspace;
  readonly trust: Pick<WorkspaceTrust, 'gate' | 'refusesValidator' | 'policy'>;
  readonly catalogue: Catalogue;
  readonly ownAttacks: () => FoundAttacks;
  readonly jobs: JobService;
  readonly record: RecordExchange;
  readonly send: SendRecorded;
  readonly flows: () => FlowService;
  readonly flowIssuer: () => Promise<DebuggerIssuer>;
  /** A server of the workspace. @throws flow.unknown-target, flow.no-metadata */
  readonly otherTarget: (name: string) => Promise<PlayTarget>;
}

/** The service that runs the catalogue of attacks, and the guard over its targets. */
export function composeAttacks(ports: EnginePorts, parts: AttackParts) {
  const { clock, realClock, random, storage } = ports;
  const { workspace } = parts;
  const resources = (name: string) => join(ports.sampleWorkspace, '..', name);
  const ranges = lazily(() =>
    composeRanges({
      directory: resources('attack-range'),
      clock: realClock,
      random,
      // The tag goes on every request to the range, as its application also asks its server unprompted.
      record: (draft) => parts.record({ ...draft, tags: [...draft.tags, rangeTag] }),
      gate: parts.trust.gate,
      refusesValidator: parts.trust.refusesValidator,
    }),
  );
  const guard = createTargetGuard({ records: storage.records, targets: () => workspace.targets });
  const attacks = new AttackService({
    files: () => [...parts.catalogue.files(), ...ownFiles(parts)],
    records: storage.records,
    jobs: parts.jobs,
    clock,
    random,
    sleep,
    nowMillis: () => performance.now(),
    async target(start) {
      if (start.target === null) {
        const { policy, undecided } = copyOf(start, workspace, ranges());
        return hostedAttackTarget(ranges().parts, policy, undecided);
      }
      await guard.require(start.target);
      const target = await parts.otherTarget(start.target);
      const { hostname } = new URL(target.endpoints.issuer);
      return foreignAttackTarget({
        target,
        clock: realClock,
        send: parts.send,
        issuer: parts.flowIssuer,
        sleep,
        nowMillis: () => performance.now(),
        isDisruptive: start.isDisruptive || isLoopbackHost(hostname),
        requestsPerSecond: requestsPerSecondTo(hostname),
      });
    },
    flows: { startPlan: (...plan) => parts.flows().startPlan(...plan) },
    flowIssuer: parts.flowIssuer,
  });
  return { attacks, attackGuard: guard };
}

/** The cases of the workspace, which are played where it may. */
function ownFiles({ workspace, ownAttacks, trust }: AttackParts): readonly PlayedFile[] {
  return ownAttacks().groups.map(({ file, title, cases }) => ({
    group: file,
    title,
    cases: [...cases],
    own: {
      file,
      withheld: trust.policy().allows('attack', file)
        ? null
        : `${workspace.name} is not trusted to run the attack cases of ${file}.`,
    },
  }));
}

/** A copy as the workspace has it set, or the range's under the profile that was chosen. */
function copyOf(
  { profile, weaknesses }: AttackStart,
  { manifest }: Workspace,
  ranges: ReturnType<typeof composeRanges>,
): ConfiguredCopy {
  return profile === 'as-configured'
    ? ranges.asConfigured(manifest.services, chosenWeaknesses(weaknesses))
    : { policy: ranges.policy(profile, chosenWeaknesses(weaknesses)), undecided: [] };
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
