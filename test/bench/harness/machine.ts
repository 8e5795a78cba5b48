import { availableParallelism, cpus } from 'node:os';

/** The properties of a machine that a figure depends on, in words that name no machine. */
export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly platform: string;
  readonly node: string;
}

/** The machine on which this process runs. */
export function thisMachine(): Machine {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
  };
}
