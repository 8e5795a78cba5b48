import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { LiveAnswer, LiveRun } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { useWatch } from '../../../api/use-watch.ts';
import type { LiveBins } from '../results/chart-parts.ts';
import type { TrafficState } from '../traffic/use-traffic.ts';

/** Traffic on its way to the running gateway. */
export interface LiveSending {
  readonly run: LiveRun | null;
  readonly isRunning: boolean;
  readonly answers: readonly LiveAnswer[];
  readonly problem: Problem | null;
  readonly send: (file: string, traffic: TrafficState, isConfirmed: boolean) => void;
  readonly stop: () => void;
}

/** Counts answers in the bins of a simulation. */
export function liveBins(answers: readonly LiveAnswer[], binSeconds: number, count: number): LiveBins {
  const accepted = Array.from({ length: count }, () => 0);
  const refused = Array.from({ length: count }, () => 0);
  for (const { atSeconds, status } of answers) {
    const bin = Math.min(count - 1, Math.floor(atSeconds / binSeconds));
    if (bin < 0 || status === null) continue;
    const counted = status === 429 ? refused : accepted;
    counted[bin] = (counted[bin] ?? 0) + 1;
  }
  return { accepted, refused };
}

/** Sends traffic to the running gateway and gathers what it answers. */
export function useLiveSending(): LiveSending {
  const { client } = useApi();
  const [run, setRun] = useState<LiveRun | null>(null);
  const [answers, setAnswers] = useState<readonly LiveAnswer[]>([]);
  const isFetching = useRef(false);
  const known = useRef(0);
  const gather = (runId: string) => {
    if (isFetching.current) return;
    isFetching.current = true;
    client.throttle
      .liveAnswers({ runId, from: known.current })
      .then(
        (more) => {
          known.current += more.length;
          if (more.length > 0) setAnswers((before) => [...before, ...more]);
        },
        () => undefined,
      )
      .finally(() => {
        isFetching.current = false;
      });
  };
  const note = (next: LiveRun) => {
    setRun(next);
    gather(next.id);
    // The last answers may have come while the ones before them were read.
    if (next.state !== 'running') setTimeout(() => gather(next.id), 300);
  };
  const starting = useMutation({
    mutationFn: ({ file, traffic, isConfirmed }: Parameters<typeof toInput>[0]) =>
      client.throttle.sendLive(toInput({ file, traffic, isConfirmed })),
    onMutate: () => {
      known.current = 0;
      setAnswers([]);
      setRun(null);
    },
    onSuccess: note,
  });
  const stopping = useMutation({
    mutationFn: (runId: string) => client.throttle.stopLive({ runId }),
    onSuccess: note,
  });
  const runId = run?.state === 'running' ? run.id : null;
  useWatch({
    key: runId,
    credits: 4,
    open: (input, options) => client.throttle.watchLive({ ...input, runId: runId ?? '' }, options),
    onValue: note,
    isLast: ({ state }: LiveRun) => state !== 'running',
    pauseMillis: () => 100,
  });
  const isRunning = starting.isPending || run?.state === 'running';
  return {
    run,
    isRunning,
    answers,
    problem: starting.error === null ? (run?.problem ?? null) : toProblem(starting.error),
    send: (file, traffic, isConfirmed) => starting.mutate({ file, traffic, isConfirmed }),
    stop: () => {
      if (run?.state === 'running') stopping.mutate(run.id);
    },
  };
}

function toInput({
  file,
  traffic,
  isConfirmed,
}: {
  readonly file: string;
  readonly traffic: TrafficState;
  readonly isConfirmed: boolean;
}) {
  return { file, traffic: traffic.traffic, traceId: traffic.traceId, isConfirmed };
}
