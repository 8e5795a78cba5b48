import { toProblem } from '#renderer/api/problem.ts';
import { createStore } from '#renderer/api/store.ts';
import type { LiveAnswer, LiveRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';

/** Whose traffic goes where. */
export interface SendingPlace {
  /** File of the route. */
  readonly file: string;
  /** File of the traffic; null: there is none. */
  readonly trafficFile: string | null;
}

/** Traffic on its way to the running gateway, or that was. */
interface KeptSending {
  readonly place: SendingPlace;
  readonly run: LiveRun | null;
  readonly answers: readonly LiveAnswer[];
  readonly isStarting: boolean;
  readonly problem: Problem | null;
}

/** The engine calls used for sending. */
export interface SendingCalls {
  liveAnswers(input: { readonly runId: string; readonly from: number }): Promise<readonly LiveAnswer[]>;
  stopLive(input: { readonly runId: string }): Promise<LiveRun>;
}

/** The one sending that there is at a time: it outlives the screen, which may turn to another route meanwhile. */
export const sending = createStore<KeptSending | null>(null);

let isFetching = false;

function change(place: SendingPlace, members: Partial<KeptSending>): void {
  sending.update((now) => (now?.place === place ? { ...now, ...members } : now));
}

/** Begins to send; what was sent before is forgotten. */
export async function startSending(
  calls: SendingCalls,
  place: SendingPlace,
  begin: () => Promise<LiveRun>,
): Promise<void> {
  sending.set({ place, run: null, answers: [], isStarting: true, problem: null });
  try {
    const run = await begin();
    change(place, { isStarting: false });
    await noteSending(calls, place, run);
  } catch (error) {
    change(place, { isStarting: false, problem: toProblem(error) });
  }
}

/** Takes in how a run stands now, and the answers that have come since. */
export async function noteSending(calls: SendingCalls, place: SendingPlace, run: LiveRun): Promise<void> {
  change(place, { run });
  await gather(calls, place, run.id);
  // The last answers may have come while the ones before them were read.
  if (run.state !== 'running') setTimeout(() => void gather(calls, place, run.id), 300);
}

async function gather(calls: SendingCalls, place: SendingPlace, runId: string): Promise<void> {
  const now = sending.get();
  if (isFetching || now?.place !== place) return;
  isFetching = true;
  try {
    const more = await calls.liveAnswers({ runId, from: now.answers.length });
    if (more.length > 0) change(place, { answers: [...now.answers, ...more] });
  } catch {
    // The next values ask again.
  } finally {
    isFetching = false;
  }
}

/** Stops what is being sent, whatever the screen shows. */
export async function stopSending(calls: SendingCalls): Promise<void> {
  const now = sending.get();
  if (now?.run?.state !== 'running') return;
  try {
    await noteSending(calls, now.place, await calls.stopLive({ runId: now.run.id }));
  } catch (error) {
    // Whatever it is, it is not under way for this screen any more.
    change(now.place, { run: null, problem: toProblem(error) });
  }
}
