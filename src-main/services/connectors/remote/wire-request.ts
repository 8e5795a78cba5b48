import type { RemoteResponse, StepPurpose } from '#shared/connectors/index.ts';
import type { RemoteAddress } from './address.ts';
import type { Fields } from './message.ts';
import type { DraftStep } from './steps.ts';

/** A request as the transport sends it. */
export interface WireRequest {
  readonly purpose: StepPurpose;
  readonly method: string;
  readonly address: RemoteAddress;
  /** Without those that the transport adds itself. */
  readonly headers: Fields;
  readonly body: string | null;
  /** Parts of it that nobody may see. */
  readonly secrets: readonly string[];
  readonly notes: readonly string[];
}

/** An answer, and the step that tells of it. */
export interface SentRequest {
  readonly response: RemoteResponse;
  /** Made when it is first asked for, where nobody follows the steps; its rule, failure and notes may be filled in. */
  readonly step: () => DraftStep;
  /** A text of the answer as people may see it. */
  readonly masked: (text: string) => string;
}
