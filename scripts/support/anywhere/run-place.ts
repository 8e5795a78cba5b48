import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  addCounts,
  noTests,
  readPlaywrightReport,
  readVitestReport,
  type TestCounts,
} from '../test-report.ts';
import { isObstacle, type Place, type Prepared } from './place.ts';
import { runCaptured } from './run-captured.ts';
import type { Workshop } from './workshop.ts';

/** How much is run in a place: the fastest set that shows it, or all unit and protocol tests. */
export type Extent = 'set' | 'whole';

/** The result of testing in a place. */
export interface PlaceOutcome {
  readonly place: Place;
  readonly extent: Extent;
  readonly elapsedMillis: number;
  readonly counts: TestCounts;
  /** Why it was skipped, or null. */
  readonly skipped: string | null;
  /** The failure in one line, or null. */
  readonly failure: string | null;
  /** Output of the commands; of interest after a failure. */
  readonly output: string;
}

/** A browser for the end-to-end tests of a place, or null where there is none. */
export interface PlaceOptions {
  readonly extent: Extent;
  readonly browser: string | null;
}

/** Makes a place, runs its tests there and gives back what it held. */
export async function runPlace(
  place: Place,
  workshop: Workshop,
  options: PlaceOptions,
): Promise<PlaceOutcome> {
  const { extent } = options;
  const startMillis = performance.now();
  const outcome = (part: Partial<PlaceOutcome>): PlaceOutcome => ({
    place,
    extent,
    elapsedMillis: performance.now() - startMillis,
    counts: noTests,
    skipped: null,
    failure: null,
    output: '',
    ...part,
  });
  try {
    const made = await place.prepare(workshop);
    if (isObstacle(made)) return outcome({ skipped: made.obstacle });
    try {
      return outcome(await runTests(place, made, options));
    } finally {
      await made.release?.();
    }
  } catch (error) {
    return outcome({ failure: error instanceof Error ? error.message : String(error) });
  }
}

type Ran = Pick<PlaceOutcome, 'counts' | 'failure' | 'output'>;

async function runTests({ set }: Place, made: Prepared, { extent, browser }: PlaceOptions): Promise<Ran> {
  const ran = await runUnit(
    made,
    extent === 'whole' ? ['--project=unit', '--project=protocol'] : unitArguments(set),
  );
  if (set.story === undefined || browser === null) return ran;
  const { file, name } = set.story;
  const told = await runStory(made, [file, '-g', name], browser);
  return {
    counts: addCounts(ran.counts, told.counts),
    failure: ran.failure ?? told.failure,
    output: ran.output + told.output,
  };
}

function unitArguments({ files, names }: Place['set']): readonly string[] {
  return [...files, ...(names === undefined ? [] : ['-t', names.join('|')])];
}

async function runUnit(made: Prepared, args: readonly string[]): Promise<Ran> {
  const report = join(made.checkout, '.reports/anywhere-unit.json');
  const notes = join(made.checkout, '.reports/vitest-notes.json');
  for (const file of [report, notes]) rmSync(file, { force: true });
  const notesReporter = join(made.checkout, 'scripts/reporters/test-notes.ts');
  const reporters = ['default', 'json', notesReporter].map((name) => `--reporter=${name}`);
  const all = [...args, ...reporters, `--outputFile.json=${report}`];
  const { code, output } = await runCaptured(commandOf(made, 'unit', 'test:unit', all), made);
  return ranWith(code, output, () => {
    const counts = readVitestReport(readJson(report), readJson(notes));
    // Those that the set leaves out have no reason: `npm test` sees to it that all others have one.
    return { ...counts, skipped: counts.skipped.filter(({ reason }) => reason !== null) };
  });
}

async function runStory(made: Prepared, args: readonly string[], browser: string): Promise<Ran> {
  const report = join(made.checkout, '.reports/playwright.json');
  rmSync(report, { force: true });
  const withBrowser = { ...made, env: { ...made.env, GATEHOUSE_CHROMIUM: browser } };
  const command = commandOf(made, 'e2e', 'test:e2e', ['--project=web', ...args]);
  const { code, output } = await runCaptured(command, withBrowser);
  return ranWith(code, output, () => readPlaywrightReport(readJson(report)));
}

function commandOf(
  made: Prepared,
  command: string,
  script: string,
  args: readonly string[],
): readonly string[] {
  const { through = [], npm } = made;
  if (npm !== undefined) return [...through, 'npm', 'run', ...npm, script, '--', ...args];
  return [...through, made.node ?? nodeOf(made), join(made.checkout, 'scripts/run.mjs'), command, ...args];
}

/** The one of the clone: that of the checkout can lie where another user may not go. */
function nodeOf({ checkout }: Prepared): string {
  const own = join(checkout, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin/node');
  return existsSync(own) ? own : process.execPath;
}

function ranWith(code: number, output: string, read: () => TestCounts): Ran {
  const failure = code === 0 ? null : `exit code ${code}`;
  try {
    const counts = read();
    return { counts, output, failure: failure ?? (counts.passed === 0 ? 'no test ran' : null) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { counts: noTests, output, failure: failure ?? `no report: ${why}` };
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'));
}
