import type { Figure, Sample } from '../harness/area.ts';
import type { OwnCpu } from '../programs/own-cpu.ts';
import { ask, type Child } from './child.ts';
import { untilIdle } from './cpu.ts';
import { type Load, startLoadGenerator } from './load.ts';

/** A load, and how long it lasts before anything is measured and while it is. */
export interface MeasuredLoad extends Omit<Load, 'durationMillis'> {
  readonly warmMillis: number;
  readonly loadMillis: number;
  /** Sent before all else, where the first answer is another one. */
  readonly first?: Partial<Load> & Pick<Load, 'durationMillis'>;
}

/** The figures that `serverCpu` yields, of one request or of whatever a request is called. */
export const serverCpuFigures = (request: string): readonly Figure[] => [
  { id: 'thread', title: 'CPU of the serving thread', unit: `µs/${request}`, digits: 1 },
  { id: 'process', title: 'CPU of all threads', unit: `µs/${request}`, digits: 1 },
  { id: 'rate', title: 'rate', unit: '/s', digits: 0 },
];

/** The CPU that a server takes for a request under a load, and its rate; the server is ended. */
export async function serverCpu(
  server: Child,
  { warmMillis, loadMillis, first, ...load }: MeasuredLoad,
): Promise<Sample> {
  const generator = await startLoadGenerator();
  try {
    if (first !== undefined) await generator.run({ ...load, ...first });
    await generator.run({ ...load, durationMillis: warmMillis });
    await untilIdle(server.pid);
    const before = await ask<OwnCpu>(server, 'cpu');
    const { requests, elapsedMillis } = await generator.run({ ...load, durationMillis: loadMillis });
    await untilIdle(server.pid);
    const after = await ask<OwnCpu>(server, 'cpu');
    return {
      thread: (after.threadMicros - before.threadMicros) / requests,
      process: (after.processMicros - before.processMicros) / requests,
      rate: (requests / elapsedMillis) * 1_000,
    };
  } finally {
    await Promise.all([generator.close(), server.stop()]);
  }
}
