import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toolArguments } from '../../scripts/support/tools.ts';
import { type CitingRow, type Mutant, testsOf } from '../spec/mutants.ts';
import type { Scratch } from './scratch.ts';

/** The fate of a mutant: a cited test failed, none did, or no cited test ran. */
export type Fate = 'killed' | 'survived' | 'not run';

/** The result of the tests of a row. */
export interface RowResult {
  readonly fate: Fate;
  readonly seconds: number;
}

/** Longest run of the tests of one row, in milliseconds: a mutant that hangs them is noticed by that. */
const maxMillis = 120_000;

interface Report {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
  readonly numFailedTestSuites: number;
}

/** Runs the tests that a row cites while its mutant is in the scratch copy. */
export function tryMutant(scratch: Scratch, row: CitingRow, mutant: Mutant): Promise<RowResult> {
  return scratch.during(mutant, () => runTestsOf(row, scratch));
}

/** Runs the tests that a row cites and no others: those that fail by themselves would kill any mutant. */
export async function runTestsOf(row: CitingRow, { directory }: Scratch): Promise<RowResult> {
  const startMillis = performance.now();
  const { files, pattern } = testsOf(row);
  const reportFile = join(directory, 'mutant.json');
  rmSync(reportFile, { force: true });
  const isTimeUp = await run(directory, [
    ...toolArguments('vitest'),
    'run',
    '--project=unit',
    '--project=protocol',
    '--bail=1',
    '--reporter=json',
    `--outputFile=${reportFile}`,
    '--testNamePattern',
    pattern,
    ...files,
  ]);
  const seconds = (performance.now() - startMillis) / 1_000;
  return { fate: isTimeUp ? 'killed' : fateOf(reportFile), seconds };
}

function run(cwd: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve(true);
    }, maxMillis);
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}

function fateOf(reportFile: string): Fate {
  let report: Report;
  try {
    report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
  } catch {
    return 'not run';
  }
  if (report.numFailedTests > 0) return 'killed';
  return report.numPassedTests > 0 ? 'survived' : 'not run';
}
