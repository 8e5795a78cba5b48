import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { fixedWork } from './fixed-work.ts';

/**
 * Time that the fixed work took on each processor of the machine for which the budgets were written down, all of them
 * busy.
 */
const referenceMillis = 190;
/** How often it is measured while a stage runs. */
const measureEveryMillis = 20_000;
/** More would say nothing new of a large machine. */
const maxProcessors = 32;

async function workOnce(): Promise<number> {
  const worker = new Worker(new URL('fixed-work.ts', import.meta.url), { workerData: fixedWork });
  const [millis] = await once(worker, 'message');
  await worker.terminate();
  return millis;
}

/**
 * How much more CPU time than on that machine the same work takes now, at least 1. Every processor works at once: two of
 * them may share a core, and a second of either is worth less while the other is busy, with whatever it may be. So
 * nothing that runs beside the tests can make their seconds dearer than this measures.
 */
export async function slowness(): Promise<number> {
  const processors = Math.min(availableParallelism(), maxProcessors);
  const took = await Promise.all(Array.from({ length: processors }, workOnce));
  return Math.max(1, took.reduce((sum, millis) => sum + millis, 0) / took.length / referenceMillis);
}

/**
 * Measures the slowness now, every 20 seconds, and when the returned function ends it; that returns the mean. Before and
 * after a stage alone is not enough: tests with a browser share caches and memory with what they are measured beside.
 */
export function followSlowness(): () => Promise<number> {
  const measured = [slowness()];
  const timer = setInterval(() => measured.push(slowness()), measureEveryMillis);
  return async () => {
    clearInterval(timer);
    measured.push(slowness());
    const all = await Promise.all(measured);
    return all.reduce((sum, each) => sum + each, 0) / all.length;
  };
}
