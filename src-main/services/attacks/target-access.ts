import type { SendRecorded } from '#main/services/activity/index.ts';
import type { DebuggerIssuer, PlayTarget } from '#main/services/flow-player/index.ts';
import type {
  AttackNeed,
  AttackRole,
  Capabilities,
  Evidence,
  LeftBehindCounts,
} from '#shared/attacks/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Demands } from './pure/demands.ts';

/** One target as a play finds it: fresh where it is ours, the same each time where it is not. */
export interface AttackStage {
  readonly target: PlayTarget;
  readonly clock: Clock;
  readonly send: SendRecorded;
  readonly values: ReadonlyMap<string, string>;
  readonly profile: Evidence['profile'];
  readonly eventCount: () => number;
  /** Null: the target is not hosted here. */
  readonly hosted: {
    readonly events: readonly string[];
    readonly logged: readonly string[];
    readonly registrationProblems: (document: Readonly<Record<string, unknown>>) => readonly string[];
  } | null;
  readonly canaryCalls: () => number;
  readonly received: (endpoint: string) => number;
  readonly close: () => Promise<void>;
}

/** A server that the catalogue is run against. */
export interface AttackTarget {
  readonly title: string;
  readonly profile: string | null;
  readonly weaknesses: readonly string[];
  /** Needs that it cannot meet, with the reason. */
  readonly lacks: ReadonlyMap<AttackNeed, string>;
  readonly client: (role: AttackRole) => string | null;
  readonly user: (name: string) => string | null;
  readonly issuer: () => Promise<DebuggerIssuer>;
  readonly openStage: () => Promise<AttackStage>;
  /** Points about the server behind the target that no case can decide; absent: none is known. */
  readonly undecided?: readonly string[];
  /** The remains of the plays so far at a server that is not ours; absent: nothing remains. */
  readonly leftBehind?: () => LeftBehindCounts;
}

/** True of a server that is the same in every play: locks and loads of one case meet the next. */
export function isLasting({ leftBehind }: AttackTarget): boolean {
  return leftBehind !== undefined;
}

/** A target with known demands and abilities. */
export interface ProbedTarget extends AttackTarget {
  readonly capabilities: Capabilities;
  readonly demands: (clientId: string) => Demands;
  /** Why nothing of a client works, or nothing that begins in the front channel; null: it does, as far as was tried. */
  readonly problem: (clientId: string, isFront: boolean) => string | null;
}
