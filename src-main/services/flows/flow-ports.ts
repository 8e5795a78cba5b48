import type { RecordStore } from '#main/platform/ports.ts';
import type { Recorder } from '#main/services/activity/index.ts';
import type { DebuggerIssuer, PlayerPorts, PlayTarget } from '#main/services/flow-player/index.ts';
import type { FlowRun, FlowTarget } from '#shared/api/index.ts';
import type { AssertionForm } from '#shared/flows/assertion-forms.ts';
import type { SavedFlow } from '#shared/workspace/index.ts';
import type { LoopPorts } from './run-loop.ts';

/** External dependencies of the service that steps through flows. */
export interface FlowPorts extends PlayerPorts {
  readonly records: RecordStore;
  readonly recorder: Pick<Recorder, 'follow' | 'flush'>;
  /** Every server that flows can be run against. */
  readonly targets: () => readonly FlowTarget[];
  /** One of them, its endpoints read. @throws flow.unknown-target, flow.service-stopped, flow.no-metadata */
  readonly target: (name: string | null) => Promise<PlayTarget>;
  /** The hosted server while it runs; null: stopped. */
  readonly hosted: () => PlayTarget | null;
  /** Base URL of the sample client; null while it does not run. */
  readonly upstreams: () => string | null;
  readonly savedFlows: () => readonly SavedFlow[];
  /** Writes a file of the workspace; returns its path. */
  readonly writeFlow: (name: string, value: Readonly<Record<string, unknown>>) => string;
  readonly openControlled: LoopPorts['openControlled'];
  /** A run has ended, and each of its expectations is told. */
  readonly judged?: (run: FlowRun) => void;
  /** Ids of runs that are kept however old they are; absent: none. */
  readonly sparedRuns?: () => ReadonlySet<string>;
  /** Returns true if the hosted server would take assertions of this issuer. */
  readonly trusts: (issuer: DebuggerIssuer, form: AssertionForm) => boolean;
}
