import { expect, type Page, test } from '@playwright/test';
import { pressCounterOf, settlePresses } from './press-counter.ts';

/** A job that was done, as the table prints it. */
export interface CountedJob {
  readonly name: string;
  readonly clicks: number;
  readonly limit: number;
  readonly seconds: number;
}

/** One line of the table. */
export function lineOf({ name, clicks, limit, seconds }: CountedJob): string {
  return `${name.padEnd(48)}  ${`${clicks}/${limit}`.padStart(5)}  ${seconds.toFixed(1).padStart(5)} s`;
}

/**
 * Does a job in the windows of a page and refuses more clicks than its limit. Clicks and seconds are printed and
 * attached; the seconds are those of the machine and nothing is asked of them.
 */
export async function countedJob(
  page: Page,
  name: string,
  limit: number,
  act: () => Promise<void>,
): Promise<CountedJob> {
  const context = page.context();
  const { presses } = pressCounterOf(context);
  await settlePresses(context);
  const before = presses.length;
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1_000;
  await settlePresses(context);
  const made = presses.slice(before);
  const job = { name, clicks: made.length, limit, seconds };
  process.stdout.write(`${lineOf(job)}\n`);
  await test.info().attach(`Clicks of ${name}`, { body: [lineOf(job), ...made].join('\n') });
  expect(made.length, `clicks of ${name}:\n${made.join('\n')}`).toBeLessThanOrEqual(limit);
  expect(made.length, `${name} is done by presses`).toBeGreaterThan(0);
  return job;
}
