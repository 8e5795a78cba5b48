import { useApi } from '#renderer/api/api-context.tsx';
import { useStore } from '#renderer/api/store.ts';
import { useWatch } from '#renderer/api/use-watch.ts';
import type { LiveResponse, LiveRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import type { LiveBins } from '../results/chart-parts.ts';
import type { TrafficState } from '../traffic/use-traffic.ts';
import { noteSending, type SendingFiles, sending, startSending, stopSending } from './kept-sending.ts';

/** Traffic on its way to the running gateway. */
export interface LiveSending {
  /** Null: nothing of this route and traffic was sent. */
  readonly run: LiveRun | null;
  /** True if anything is being sent, even to another route. */
  readonly isRunning: boolean;
  /** The route to which something else is being sent; null: nothing is. */
  readonly elsewhere: string | null;
  readonly answers: readonly LiveResponse[];
  readonly problem: Problem | null;
  /** Asks about the filter of that name; null: the first. */
  readonly send: (traffic: TrafficState, filter: string | null, isConfirmed: boolean) => void;
  readonly stop: () => void;
}

/** Pieces of time in which answers are counted. */
export interface CountedBins {
  readonly binSeconds: number;
  readonly count: number;
  readonly fromSeconds?: number;
  /** The whole time; absent: the pieces are all of it. */
  readonly durationSeconds?: number;
}

/** Counts answers in the bins of a simulation: what the throttle let through is allowed, whatever the upstream said. */
export function liveBins(
  answers: readonly LiveResponse[],
  { binSeconds, count, fromSeconds = 0, durationSeconds = binSeconds * count }: CountedBins,
): LiveBins {
  const accepted = Array.from({ length: count }, () => 0);
  const refused = Array.from({ length: count }, () => 0);
  const failed = Array.from({ length: count }, () => 0);
  const notTaken = Array.from({ length: count }, () => 0);
  const countedBy = { allowed: accepted, refused, notTaken, failed, before: failed, unanswered: failed };
  for (const { atSeconds, outcome } of answers) {
    // A reply after the planned end belongs to the last piece of the whole.
    const at = Math.min(atSeconds, durationSeconds - Math.min(binSeconds, 0.001) / 2);
    const place = Math.floor((at - fromSeconds) / binSeconds);
    if (place < 0 || place >= count) continue;
    const counted = countedBy[outcome];
    counted[place] = (counted[place] ?? 0) + 1;
  }
  return { accepted, refused, failed, notTaken };
}

const noAnswers: readonly LiveResponse[] = [];

/** Sends traffic to the running gateway and collects its answers. */
export function useLiveSending({ file, trafficFile }: SendingFiles): LiveSending {
  const { client } = useApi();
  const calls = client.throttle;
  const kept = useStore(sending);
  const runId = kept?.run?.state === 'running' ? kept.run.id : null;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => calls.watchLive({ ...input, runId: runId ?? '' }, options),
    onValue: (next: LiveRun) => {
      if (kept !== null) void noteSending(calls, kept.files, next);
    },
    isLast: ({ state }: LiveRun) => state !== 'running',
    pauseMillis: () => 100,
  });
  const isRunning = kept !== null && (kept.isStarting || runId !== null);
  const isHere = kept?.files.file === file && kept.files.trafficFile === trafficFile;
  const own = isHere ? kept : null;
  return {
    run: own?.run ?? null,
    isRunning,
    elsewhere: isRunning && !isHere ? kept.files.file : null,
    answers: own?.answers ?? noAnswers,
    problem: own === null ? null : (own.problem ?? own.run?.problem ?? null),
    send: ({ traffic, traceId }, filter, isConfirmed) =>
      void startSending(calls, { file, trafficFile }, () =>
        calls.sendLive({ file, filter, traffic, traceId, isConfirmed }),
      ),
    stop: () => void stopSending(calls),
  };
}
