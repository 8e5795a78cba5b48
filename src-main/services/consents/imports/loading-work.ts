import { GatehouseError } from '#shared/errors/index.ts';
import type { Journal } from '../journal/journal.ts';
import { type Breaker, createBreaker } from '../loading/breaker.ts';
import { createLoad, type Load, type LoadPorts } from '../loading/load.ts';
import { createMeter } from '../loading/meter.ts';
import { openPlan, type PlanFile } from '../loading/plan-file.ts';
import { rehearse } from '../loading/rehearse.ts';
import { createPatientAsk } from '../loading/retrying-request.ts';
import { createLoadTexts } from '../loading/texts.ts';
import { undoLoad } from '../loading/undo.ts';
import { readAgreements } from '../platform-client/lookups.ts';
import { dataFiles } from '../working/index.ts';
import { dataPath } from './import-folder.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts } from './ports.ts';
import type { Progress } from './reading.ts';
import { writeMeter } from './status.ts';
import { type Reached, withTarget } from './targets.ts';

/** How long running requests may take when a load is stopped, and when everything ends; in milliseconds. */
const graceMillis = 35_000;
const shutdownGraceMillis = 1_000;
const tellEveryMillis = 250;
const keepMeterEveryMillis = 5_000;
const maxNameLength = 200;

/** Sends what of the frozen plan is not settled yet. @throws import.halted, import.target-refused, import.plan-changed */
export async function loadPlan(
  ports: ImportPorts,
  open: OpenImport,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  await withPlan(ports, open, (plan, reached) =>
    open.withJournal(async (journal) => {
      requireSamePlan(open, plan, journal, reached);
      const breaker = createBreaker(open.status.tolerated);
      open.note({ state: 'loading', problem: null, sentTo: placeOfTarget(reached) });
      let failure: unknown = null;
      try {
        await sendAll(ports, open, { plan, reached, journal, breaker }, signal, progress);
      } catch (error) {
        failure = error;
      }
      const isStopped = signal.aborted && !(failure instanceof GatehouseError);
      const ended = { tolerated: [...breaker.tolerated], counts: open.counts() };
      if (failure === null || isStopped)
        open.note({ ...ended, state: signal.aborted ? stateAfter(signal) : 'loaded' });
      else {
        noteIfPossible(open, {
          ...ended,
          state: 'halted',
          problem: failure instanceof GatehouseError ? failure.toProblem() : null,
        });
        throw failure;
      }
    }),
  );
}

interface Sending {
  readonly plan: PlanFile;
  readonly reached: Reached;
  readonly journal: Journal;
  readonly breaker: Breaker;
}

async function sendAll(
  ports: ImportPorts,
  open: OpenImport,
  { plan, reached, journal, breaker }: Sending,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const { nowMillis } = ports.clock;
  await journal.write({
    kind: 'begun',
    atMillis: nowMillis(),
    planHash: plan.head.hash,
    by: ports.userName.slice(0, maxNameLength),
  });
  const read = () =>
    readAgreements({ client: reached.client, ask: createPatientAsk(reached.reads, signal), signal });
  const texts = createLoadTexts(plan.head.texts, read, nowMillis);
  await running(ports, open, reached, signal, progress, (meter, cut) =>
    createLoad({ ...loadParts(ports, open, reached, plan), texts, journal, breaker, meter }, signal, cut),
  );
  if (signal.aborted) return;
  const { pending } = open.counts();
  if (pending > 0)
    throw new GatehouseError('import.halted', `The plan file is truncated: ${pending} rows are missing.`, {
      fix: 'Check the disk, then import the rows that were not sent as a new import.',
    });
  await journal.write({ kind: 'ended', atMillis: nowMillis(), how: 'loaded' });
}

/** Where consents go, as far as it has to stay the same: the sandbox may have another port each time. */
function placeOfTarget({ target: { profile } }: Reached): string {
  return profile.isSandbox ? 'sandbox' : profile.baseUrl;
}

/** A journal counts rows of one plan, and a plan names ids of one environment. @throws import.plan-changed */
function requireSamePlan(open: OpenImport, plan: PlanFile, journal: Journal | null, reached: Reached): void {
  const { job, status } = open;
  const begun = journal?.ledger.planHash ?? '';
  const isSame =
    plan.head.hash === job.plan?.hash &&
    plan.head.environmentId === reached.target.profile.environmentId &&
    status.lookedUp?.target === job.target &&
    (begun === '' || begun === plan.head.hash) &&
    (begun === '' || status.sentTo === null || status.sentTo === placeOfTarget(reached));
  if (isSame) return;
  throw new GatehouseError(
    'import.plan-changed',
    begun === ''
      ? 'The plan does not match this job file and this target.'
      : 'The load was started with another plan or target.',
    {
      fix:
        begun === ''
          ? 'Plan the import again.'
          : 'Restore the job file and the target, or start with a new job file.',
    },
  );
}

/** A full disk is reported by the operation that fails because of it. */
function noteIfPossible(open: OpenImport, changes: Parameters<OpenImport['note']>[0]): void {
  try {
    open.note(changes);
  } catch {
    open.touch();
  }
}

function loadParts(
  ports: ImportPorts,
  open: OpenImport,
  { client, reads, writes }: Reached,
  plan: PlanFile,
): Omit<LoadPorts, 'texts' | 'journal' | 'breaker' | 'meter'> {
  return {
    importId: open.id,
    client,
    mediaType: ports.mediaType(),
    plan,
    reads,
    writes,
    settings: () => open.job.loading,
    clock: ports.clock,
    random: ports.random,
    monotonic: ports.monotonic,
  };
}

/**
 * Restores the state before the load.
 * @throws import.target-refused, import.target-failed,
 * import.plan-changed
 */
export async function undoPlan(
  ports: ImportPorts,
  open: OpenImport,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  await withPlan(ports, open, (plan, reached) =>
    open.withJournal(async (journal) => {
      requireSamePlan(open, plan, journal, reached);
      open.note({ state: 'undoing', problem: null });
      try {
        const total = journal.ledger.accepted + journal.ledger.open.size;
        const by = ports.userName.slice(0, maxNameLength);
        await journal.write({ kind: 'undo-begun', atMillis: ports.clock.nowMillis(), by });
        await undoLoad(
          {
            ...loadParts(ports, open, reached, plan),
            journal,
            parallel: () => open.job.loading.parallel,
            onProgress(done) {
              progress({ done, total });
              open.touch();
            },
          },
          signal,
        );
        if (signal.aborted) return;
        await journal.write({ kind: 'undo-ended', atMillis: ports.clock.nowMillis() });
        open.note({ state: 'undone', counts: open.counts() });
      } catch (error) {
        if (signal.aborted) return;
        noteIfPossible(open, { problem: error instanceof GatehouseError ? error.toProblem() : null });
        throw error;
      }
    }),
  );
}

/** Reads the state of every row, and writes nothing. @throws import.target-refused, import.target-failed */
export async function rehearsePlan(
  ports: ImportPorts,
  open: OpenImport,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  const total = open.job.plan?.outcomes['ready'] ?? null;
  await withPlan(ports, open, async (plan, reached) => {
    requireSamePlan(open, plan, null, reached);
    const { client, reads } = reached;
    const found = await rehearse(
      {
        importId: open.id,
        client,
        plan,
        reads,
        parallel: open.job.loading.parallel,
        overwriteNewer: open.job.loading.overwriteNewer,
        monotonic: ports.monotonic,
        onProgress: (done) => progress({ done, total }),
      },
      signal,
    );
    if (!signal.aborted) open.note({ rehearsal: { atMillis: ports.clock.nowMillis(), ...found } });
  });
}

async function withPlan(
  ports: ImportPorts,
  open: OpenImport,
  work: (plan: PlanFile, reached: Reached) => Promise<void>,
): Promise<void> {
  const plan = await openPlan(dataPath(open.folder, dataFiles.plan));
  try {
    await withTarget(ports, open, (reached) => work(plan, reached));
  } finally {
    await plan.close();
  }
}

/** Runs a load, tells how far it is, and cuts what takes too long once it was stopped. */
async function running(
  ports: ImportPorts,
  open: OpenImport,
  { writes }: Reached,
  signal: AbortSignal,
  progress: Progress,
  make: (meter: ReturnType<typeof createMeter>, cut: AbortSignal) => Load,
): Promise<void> {
  const meter = createMeter(ports.monotonic, ports.clock.nowMillis, open.past());
  const cut = new AbortController();
  const load = make(meter, cut.signal);
  const tell = () => {
    const { total, accepted, already, failed } = open.counts();
    progress({ done: accepted + already + failed, total });
    open.touch();
  };
  let grace: NodeJS.Timeout | undefined;
  const impatient = () => {
    const millis = signal.reason === 'shutdown' ? shutdownGraceMillis : graceMillis;
    grace = setTimeout(() => cut.abort(new Error('The load was stopped.')), millis);
  };
  signal.addEventListener('abort', impatient, { once: true });
  const telling = setInterval(tell, tellEveryMillis);
  const keeping = setInterval(() => void writeMeter(open.folder, meter.past()), keepMeterEveryMillis);
  open.running = { load, meter, writes };
  try {
    await load.run();
  } finally {
    clearInterval(telling);
    clearInterval(keeping);
    clearTimeout(grace);
    signal.removeEventListener('abort', impatient);
    open.running = { load: null, meter, writes };
    await writeMeter(open.folder, meter.past());
    tell();
  }
}

function stateAfter({ reason }: AbortSignal): 'cancelled' | 'paused' {
  return reason === 'cancelled' ? 'cancelled' : 'paused';
}
