import { toProblem } from '#renderer/api/problem.ts';
import { createStore } from '#renderer/api/store.ts';
import type { LiveResponse, LiveRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

/** Whose traffic goes where. */
export interface SendingFiles {
  /** File of the route. */
  readonly file: string;
  /** File of the traffic; null: there is none. */
  readonly trafficFile: string | null;
}

/** Traffic on its way to the running gateway, or that was. */
interface KeptSending {
  readonly files: SendingFiles;
  readonly run: LiveRun | null;
  readonly answers: readonly LiveResponse[];
  readonly isStarting: boolean;
  /** Somebody stopped it before the engine had said which run it is. */
  readonly isUnwanted: boolean;
  readonly problem: Problem | null;
}

/** The engine calls used for sending. */
export interface SendingCalls {
  liveAnswers(input: { readonly runId: string; readonly from: number }): Promise<readonly LiveResponse[]>;
  stopLive(input: { readonly runId: string }): Promise<LiveRun>;
}

/** The one sending that there is at a time: it outlives the screen, which may turn to another route meanwhile. */
export const sending = createStore<KeptSending | null>(null);

let isFetching = false;

function change(files: SendingFiles, members: Partial<KeptSending>): void {
  sending.update((now) => (now?.files === files ? { ...now, ...members } : now));
}

/** Begins to send; earlier results are forgotten. */
export async function startSending(
  calls: SendingCalls,
  files: SendingFiles,
  begin: () => Promise<LiveRun>,
): Promise<void> {
  sending.set({ files, run: null, answers: [], isStarting: true, isUnwanted: false, problem: null });
  try {
    const run = await begin();
    change(files, { isStarting: false });
    await noteSending(calls, files, run);
  } catch (error) {
    change(files, { isStarting: false, problem: toProblem(error) });
  }
  const now = sending.get();
  if (now?.files === files && now.isUnwanted) await stopSending(calls);
}

/** Takes in the present state of a run, and the answers that have come since. A run that has ended stays ended. */
export async function noteSending(calls: SendingCalls, files: SendingFiles, run: LiveRun): Promise<void> {
  const known = sending.get()?.run;
  if (run.state === 'running' && known?.id === run.id && known.state !== 'running') return;
  change(files, { run });
  await gather(calls, files, run.id);
  // The last answers may have come while the ones before them were read.
  if (run.state !== 'running') setTimeout(() => void gather(calls, files, run.id), 300);
}

async function gather(calls: SendingCalls, files: SendingFiles, runId: string): Promise<void> {
  const now = sending.get();
  if (isFetching || now?.files !== files) return;
  isFetching = true;
  try {
    const more = await calls.liveAnswers({ runId, from: now.answers.length });
    if (more.length > 0) change(files, { answers: [...now.answers, ...more] });
  } catch {
    // The next values ask again.
  } finally {
    isFetching = false;
  }
}

/** Stops sending, whatever the screen shows; what is being started is stopped as soon as it has an id. */
export async function stopSending(calls: SendingCalls): Promise<void> {
  const now = sending.get();
  if (now?.isStarting === true) return change(now.files, { isUnwanted: true });
  if (now?.run?.state !== 'running') return;
  try {
    await noteSending(calls, now.files, await calls.stopLive({ runId: now.run.id }));
  } catch (error) {
    // Whatever it is, it is not under way for this screen any more.
    change(now.files, { run: null, problem: toProblem(error) });
  }
}
