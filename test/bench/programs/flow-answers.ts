import { announce } from './announce.ts';

const warmRuns = 20;
const runs = 200;

/** CPU time of the whole process for one run. */
export interface RunsMeasured {
  readonly cpu: number;
}

/** Runs something warm, then so often as is measured, when it is asked over the channel of the process. */
export function answerRuns(run: () => Promise<void>): void {
  process.on('message', () => {
    measure(run).then(
      (measured) => process.send?.(measured),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
  announce({ ready: true });
}

async function measure(run: () => Promise<void>): Promise<RunsMeasured> {
  for (let at = 0; at < warmRuns; at += 1) await run();
  const before = process.cpuUsage();
  for (let at = 0; at < runs; at += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000 / runs };
}
