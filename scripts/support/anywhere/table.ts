import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootDir } from '../root.ts';
import type { TestCounts } from '../test-report.ts';
import { formatSeconds } from '../tools.ts';
import type { PlaceOutcome } from './run-place.ts';

/** Where the counts of a run are kept, for the stage of `npm test`. */
export const anywhereReport = join(rootDir, '.reports/anywhere.json');

const idWidth = 18;
const titleWidth = 62;
/** As much of what a failed command printed as tells why. */
const outputLines = 60;
const messageLines = 6;

/** One line of the table: the place, what ran there, and what became of it. */
export function tableLine({ place, extent, elapsedMillis, counts, skipped, failure }: PlaceOutcome): string {
  const ran = skipped === null ? `${counts.passed} passed` : '';
  const verdict =
    skipped === null ? (failure === null ? 'green' : `FAILED: ${failure}`) : `skipped: ${skipped}`;
  return [
    place.id.padEnd(idWidth),
    place.title.padEnd(titleWidth),
    (extent === 'whole' && skipped === null ? 'whole' : '').padEnd(5),
    ran.padStart(12),
    formatSeconds(elapsedMillis).padStart(9),
    verdict,
  ].join('  ');
}

/** Describes a failure in a place: each test with its message, or the end of the command's output. */
export function failureText({ place, counts, failure, output }: PlaceOutcome): string {
  if (failure === null) return '';
  const tests = counts.failures.map(({ test, message }) => `${test}\n${indented(message, messageLines)}`);
  const said = tests.length > 0 ? tests : [indented(output, -outputLines)];
  return [`── ${place.id}: ${failure}`, ...said, ''].join('\n');
}

function indented(text: string, lines: number): string {
  const all = stripVTControlCharacters(text).trimEnd().split('\n');
  return (lines > 0 ? all.slice(0, lines) : all.slice(lines)).map((line) => `    ${line}`).join('\n');
}

/** The places as `npm test` counts them: one each, whatever the number of tests in it. */
export function countPlaces(outcomes: readonly PlaceOutcome[]): TestCounts {
  const failed = outcomes.filter(({ failure }) => failure !== null);
  return {
    passed: outcomes.filter(({ failure, skipped }) => failure === null && skipped === null).length,
    failed: failed.length,
    skipped: outcomes.flatMap(({ place, skipped }) =>
      skipped === null ? [] : [{ test: `anywhere: ${place.title}`, reason: skipped }],
    ),
    failures: failed.map((outcome) => ({
      test: `anywhere: ${outcome.place.title}`,
      message: failureText(outcome),
    })),
  };
}
