import type { Logger } from '#main/platform/ports.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { trustKey } from '#shared/trust/index.ts';
import type { Workspace } from '../workspace.ts';
import { decideTrust, type TrustDecision, trustDecisionOf, type WorkspaceOpening } from './decisions.ts';
import type { TrustFile } from './find.ts';
import { type Decided, trustPolicy } from './policy.ts';

/** `everything`: for this run, as its folder was named; `forced`: nothing, for this run. */
export type TrustMode = 'everything' | 'trusted' | 'restricted' | 'forced';

/** With what a workspace is judged, as far as its host knows. */
export interface TrustPorts {
  /** Absent: whoever composes has decided that it may do everything. */
  readonly opening?: WorkspaceOpening;
  readonly userDirectory: string;
  readonly realClock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** The trust in force when a workspace is opened. */
interface Begun {
  readonly mode: TrustMode;
  /** When this user decided; null: not yet. */
  readonly decidedAtMillis: number | null;
  readonly decided: Decided;
}

/** Returns the trust in force from the start, and notes it where nothing was. */
export function beginTrust(ports: TrustPorts, workspace: Workspace): Begun {
  const { opening, userDirectory, logger } = ports;
  if (opening === undefined) return { mode: 'everything', decided: 'everything', decidedAtMillis: null };
  const before = trustDecisionOf(userDirectory, workspace.directory);
  const isNamed = opening.by !== 'screen' && !opening.isRestricted;
  const decision = decisionOnOpening(opening, before);
  let after = before;
  try {
    if (decision !== null) after = note(ports, workspace, decision, before);
  } catch (error) {
    logger.warn('trust.not-kept', { error });
  }
  const decidedAtMillis = after === null || after.decision === 'open' ? null : after.decidedAtMillis;
  if (opening.isRestricted) return { mode: 'forced', decided: 'nothing', decidedAtMillis };
  if (isNamed) return { mode: 'everything', decided: 'everything', decidedAtMillis };
  if (after?.decision !== 'trusted') return { mode: 'restricted', decided: 'nothing', decidedAtMillis };
  return { mode: 'trusted', decided: new Set(after.items), decidedAtMillis };
}

/** Returns the decision to keep for a folder that is opened; null: the known one stays as it is. */
function decisionOnOpening(
  { by, isRestricted, isOlder, isRemembered }: WorkspaceOpening,
  before: TrustDecision | null,
): TrustDecision['decision'] | null {
  if (by !== 'screen' && !isRestricted && isRemembered) return 'trusted';
  if (before !== null) return null;
  if (isOlder) return 'trusted';
  return by === 'screen' || isRestricted ? 'open' : null;
}

/**
 * Remembers the decision about a folder: a trusted one may do what it contains now, and what it was allowed
 * before.
 */
function note(
  ports: TrustPorts,
  workspace: Workspace,
  decision: TrustDecision['decision'],
  before: TrustDecision | null,
): TrustDecision {
  if (decision !== 'trusted') return keepTrust(ports, workspace, decision, new Set());
  const known = new Set(before?.items);
  const items = trustPolicy(trustFilesOf(workspace), 'everything').items.map(trustKey);
  if (before?.decision === 'trusted' && items.every((key) => known.has(key))) return before;
  return keepTrust(ports, workspace, decision, new Set([...known, ...items]));
}

/** Keeps a decision about the open workspace. @throws state.unwritable */
export function keepTrust(
  { userDirectory, realClock, random }: TrustPorts,
  { directory, name }: Workspace,
  decision: TrustDecision['decision'],
  items: ReadonlySet<string>,
): TrustDecision {
  const decidedAtMillis = realClock.nowMillis();
  const kept: TrustDecision = { directory, name, decision, decidedAtMillis, items: [...items] };
  decideTrust(userDirectory, kept, random);
  return kept;
}

/** The files of a workspace as they are judged. */
export function trustFilesOf({ files }: Pick<Workspace, 'files'>): readonly TrustFile[] {
  return files.flatMap(({ kind, file, document }) =>
    document === null ? [] : [{ kind, file, value: document.value }],
  );
}
