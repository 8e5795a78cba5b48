import type { PlayTarget } from '#main/services/flow-player/index.ts';
import type { AttackRole } from '#shared/attacks/index.ts';
import type { Demands } from './pure/demands.ts';

/** The cast of a case at a target: the client and user for each part. */
export interface Cast {
  readonly target: PlayTarget;
  /** The client of a role; null: the target has none. */
  readonly client: (role: AttackRole) => string | null;
  readonly user: (name: string) => string | null;
  /** The target's demands on the requests of a client. */
  readonly demands: (clientId: string) => Demands;
}
