import type { SendRecorded } from '#main/services/activity/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { DebuggerIssuer } from '../debugger-issuer.ts';
import type { ProofChanges, ProvenRequest } from '../dpop-proofs.ts';
import type { PlayerClient, PlayTarget } from '../target.ts';

/** Dependencies from which a maker makes its value. */
export interface MakerContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly target: PlayTarget;
  readonly send: SendRecorded;
  readonly issuer: () => Promise<DebuggerIssuer>;
  /** The client of a party; the empty name is the run's own. */
  readonly client: (party: string) => PlayerClient | undefined;
  /** A proof of the key of a party. RFC 9449 §4.2 */
  readonly proof: (party: string, request: ProvenRequest, changes: ProofChanges) => string;
  /** Fills a template in with the values of the run. @throws flow.value-missing */
  readonly fill: (template: string) => Promise<string>;
}

/** Makes one value; `options` come from a file. @throws PlayFailure where they ask for what does not exist */
export type Maker = (options: Readonly<Record<string, unknown>>, context: MakerContext) => Promise<string>;

/** A text among the options; `otherwise` where there is none. */
export function textOption(
  options: Readonly<Record<string, unknown>>,
  name: string,
  otherwise: string,
): string {
  const value = options[name];
  return typeof value === 'string' ? value : otherwise;
}
