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

interface Counted {
  /** A short text for each press. */
  readonly made: readonly string[];
  readonly seconds: number;
}

/** Does something in the windows of a page and returns what was pressed for it. */
async function counted(page: Page, act: () => Promise<void>): Promise<Counted> {
  const context = page.context();
  const { presses } = pressCounterOf(context);
  await settlePresses(context);
  const before = presses.length;
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1_000;
  await settlePresses(context);
  return { made: presses.slice(before), seconds };
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
  const { made, seconds } = await counted(page, act);
  const job = { name, clicks: made.length, limit, seconds };
  process.stdout.write(`${lineOf(job)}\n`);
  await test.info().attach(`Clicks of ${name}`, { body: [lineOf(job), ...made].join('\n') });
  expect(made.length, `clicks of ${name}:\n${made.join('\n')}`).toBeLessThanOrEqual(limit);
  expect(made.length, `${name} is done by presses`).toBeGreaterThan(0);
  return job;
}

/** Does a daily act, prints how many presses it took, and refuses more than its aim: some take none. */
export async function countedAct(
  page: Page,
  name: string,
  aim: number,
  act: () => Promise<void>,
): Promise<void> {
  await test.step(name, async () => {
    const { made, seconds } = await counted(page, act);
    process.stdout.write(`${lineOf({ name, clicks: made.length, limit: aim, seconds })}\n`);
    expect(made.length, `presses of ${name}:\n${made.join('\n')}`).toBeLessThanOrEqual(aim);
  });
}
