import type { RecordStore } from '#main/platform/ports.ts';
import type { TaskWorker } from '#main/platform/task-worker.ts';
import type { RecordedBatch } from '#main/services/activity/index.ts';
import type { JobService } from '#main/services/jobs/index.ts';
import type { ContractHistory, LintSettings } from '#shared/contract/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { LintContext } from '../linting/lint-context.ts';
import type { ContractTasks, TextArtefact } from '../linting/tasks.ts';

/** A text and the name of its version. */
export interface VersionedText {
  readonly text: string;
  readonly version: string | null;
}

/** The parts of the workspace that the linter needs. */
export interface ContractWorkspace {
  /** The same lists as long as nothing changed. */
  context(): LintContext;
  /** Base URLs of the hosted services. */
  hostedUrls(): readonly string[];
  /** Connectors, flows and import jobs as they are now. */
  artefacts(): Promise<readonly TextArtefact[]>;
  /** Returns the settings of `contract/lint.json` in force. */
  settings(): LintSettings;
  /** null: the file is not there. */
  read(file: string): VersionedText | null;
  /** Returns the written text. @throws workspace.conflict, workspace.unwritable */
  write(file: string, text: string, baseVersion: string | null): Promise<VersionedText>;
  /** Tells of files, import jobs and addresses of services that changed. */
  onChange(listener: () => void): () => void;
}

export interface ContractPorts {
  readonly history: ContractHistory;
  /** The recording that comes with Gatehouse. */
  readonly sample: string;
  /** Location of imported files. */
  readonly directory: string;
  readonly workspace: ContractWorkspace;
  readonly worker: TaskWorker<ContractTasks>;
  readonly jobs: JobService;
  readonly records: RecordStore;
  /** The machine's own time. */
  readonly clock: Clock;
  readonly random: Random;
  /** Follows the recording. */
  follow(listener: (batch: Pick<RecordedBatch, 'exchanges'>) => void): () => void;
  /** Says which exchanges rules found something in. */
  noteExchanges(notes: readonly { readonly id: string; readonly rules: readonly string[] }[]): void;
}
