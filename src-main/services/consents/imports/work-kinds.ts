import type { JobContext, JobKind } from '#main/services/jobs/index.ts';
import type { ImportState } from '#shared/api/index.ts';
import type { Reading } from '#shared/consents/index.ts';
import { takeLock } from '../journal/lock.ts';
import { dataPath } from './import-folder.ts';
import { loadPlan, rehearsePlan, undoPlan } from './loading-work.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import { matchAndPlan, type Progress, readWhole } from './reading.ts';
import { serviceFiles } from './status.ts';

/** Input of long-running work on an import. */
export interface WorkInput {
  readonly importId: string;
  readonly name: string;
}

type Work<Input extends WorkInput> = (
  open: OpenImport,
  input: Input,
  signal: AbortSignal,
  progress: Progress,
) => Promise<string>;

/** How one kind of work is shown, and from which states it may begin. */
interface Traits {
  readonly kind: string;
  readonly unit: string;
  readonly states: readonly ImportState[];
  readonly title: (name: string) => string;
  readonly isPausable?: boolean;
}

function kindOf<Input extends WorkInput>(
  find: (id: string) => OpenImport,
  { kind, unit, states, title, isPausable = false }: Traits,
  work: Work<Input>,
): JobKind {
  const made: JobKind<Input, never> = {
    kind,
    unit,
    pausable: isPausable,
    // Nothing is sent to a platform, and no file is read anew, because a program was started.
    afterRestart: isPausable ? 'paused' : 'cancelled',
    title: ({ name }) => title(name),
    run: async ({ id: jobId, input, signal, progress }: JobContext<Input, never>) => {
      const open = find(input.importId);
      return open.work(jobId, async () => {
        const release = takeLock(dataPath(open.folder, serviceFiles.lock));
        try {
          // Another process may have worked on it, and anybody may resume work that was paused.
          open.reread();
          open.require(states, title(input.name));
          return await work(open, input, signal, progress);
        } finally {
          release();
        }
      });
    },
  };
  return made as unknown as JobKind;
}

/** Everything that takes long, as kinds of jobs; `find` opens an import by its id. */
export function workKinds(ports: ImportPorts, find: (id: string) => OpenImport): readonly JobKind[] {
  return [
    kindOf<WorkInput & { readonly reading: Reading }>(
      find,
      {
        kind: 'import-read',
        unit: 'bytes',
        states: ['editing', 'ready'],
        title: (name) => `Reading ${name}`,
      },
      async (open, { reading }, signal, progress) =>
        `${await readWhole(ports, open, reading, signal, progress)} rows read.`,
    ),
    kindOf<WorkInput & { readonly isFull: boolean }>(
      find,
      {
        kind: 'import-match',
        unit: 'rows',
        states: ['editing', 'ready'],
        title: (name) => `Matching ${name}`,
      },
      async (open, { isFull }, signal, progress) => {
        await matchAndPlan(ports, open, isFull, signal, progress);
        return `${open.job.plan?.outcomes['ready'] ?? 0} of ${open.job.plan?.rows ?? 0} rows are ready.`;
      },
    ),
    kindOf<WorkInput>(
      find,
      { kind: 'import-rehearse', unit: 'rows', states: ['ready'], title: (name) => `Rehearsing ${name}` },
      async (open, _input, signal, progress) => {
        await rehearsePlan(ports, open, signal, progress);
        return `${open.status.rehearsal?.rows ?? 0} rows checked. Nothing was written.`;
      },
    ),
    kindOf<WorkInput>(
      find,
      {
        kind: 'import-load',
        unit: 'rows',
        states: ['ready', 'paused', 'halted', 'cancelled'],
        title: (name) => `Loading ${name}`,
        isPausable: true,
      },
      async (open, _input, signal, progress) => {
        await loadPlan(ports, open, signal, progress);
        const { accepted, already, failed } = open.counts();
        return `${accepted} accepted, ${already} already present, ${failed} rejected.`;
      },
    ),
    kindOf<WorkInput>(
      find,
      {
        kind: 'import-undo',
        unit: 'rows',
        states: ['loaded', 'paused', 'halted', 'cancelled', 'undoing'],
        title: (name) => `Undoing ${name}`,
        isPausable: true,
      },
      async (open, _input, signal, progress) => {
        await undoPlan(ports, open, signal, progress);
        const { undone } = (await open.journal()).ledger;
        return `${undone.restored} restored, ${undone.revoked} revoked, ${undone.notRestorable} unchanged.`;
      },
    ),
  ];
}
