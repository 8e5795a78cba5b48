import type { WireEnd, WireResponse } from '../../attacks/evidence.ts';

/** A JWT of a run, read. */
export interface ClaimsSeen {
  readonly claims: Readonly<Record<string, unknown>>;
  /** True if a key of the server says that its signature is right. */
  readonly isVerified: boolean;
}

/** All that an expectation is held against. */
export interface FlowEvidence {
  /** The last step that was answered; null: none was. */
  readonly lastStep: string | null;
  /** The last step with which an authorization response came; null: none did. */
  readonly lastCallback: string | null;
  readonly responses: (stepId: string) => readonly WireResponse[];
  readonly end: (stepId: string) => WireEnd | undefined;
  /** Null: the run has no such value, or it is no JWT. */
  readonly claims: (name: string) => ClaimsSeen | null;
  readonly value: (name: string) => string | undefined;
  /** Ids of the rules by which the hosted server refused at a step; null: no server of ours told. */
  readonly refusedBy: (stepId: string) => readonly string[] | null;
  /** The checks of the client that failed, in words. */
  readonly failedChecks: readonly string[];
  readonly state: 'passed' | 'failed' | 'cancelled';
  /** Why the run ended as it did. */
  readonly note: string;
  /** Fills in the `{{…}}` of an expectation. */
  readonly fill: (template: string) => string;
}
