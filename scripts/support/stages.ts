import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../run/child.mjs';
import { provideBrowser } from './provide-browser.ts';
import { rootDir } from './root.ts';
import {
  noTests,
  readPlaywrightReport,
  readVitestReport,
  type Stage,
  type TestCounts,
} from './test-report.ts';
import { scriptArguments, toolArguments } from './tools.ts';

const vitestReport = join(rootDir, '.reports/vitest.json');
const notesReport = join(rootDir, '.reports/vitest-notes.json');
const playwrightReport = join(rootDir, '.reports/playwright.json');

/** What a stage of `npm test` is called and does; the stages before it are given to it. */
export interface StagePlan {
  readonly name: string;
  run(before: readonly Stage[]): Promise<Pick<Stage, 'failure' | 'counts'>>;
}

/** Everything that must hold before a change lands, in the order in which it runs. */
export const stagePlans: readonly StagePlan[] = [
  { name: 'check', run: () => runScript('check.ts') },
  { name: 'build', run: () => runScript('build.ts') },
  { name: 'vitest', run: runVitest },
  { name: 'playwright', run: runPlaywright },
  { name: 'spec rows', run: () => runScript('check-spec-rows.ts') },
];

/** Removes the reports of an earlier run, so that none of them can pass for one of this run. */
export function removeReports(): void {
  for (const report of [vitestReport, notesReport, playwrightReport]) rmSync(report, { force: true });
}

async function runScript(script: string): Promise<Pick<Stage, 'failure' | 'counts'>> {
  return { failure: failureOf(await runNode(scriptArguments(script))), counts: noTests };
}

async function runVitest(): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const notesReporter = join(rootDir, 'scripts/reporters/test-notes.ts');
  const reporters = ['default', 'json', notesReporter].map((name) => `--reporter=${name}`);
  const args = [...toolArguments('vitest'), 'run', ...reporters, `--outputFile.json=${vitestReport}`];
  // The flow debugger drives a browser too; where there is none the skipped tests say so.
  const browser = await provideBrowser().catch(() => null);
  const env = browser === null ? process.env : { ...process.env, GATEHOUSE_CHROMIUM: browser };
  const failure = failureOf(await runNode(args, env));
  return withCounts(failure, () => readVitestReport(readJson(vitestReport), readJson(notesReport)));
}

async function runPlaywright(before: readonly Stage[]): Promise<Pick<Stage, 'failure' | 'counts'>> {
  if (before.some(({ name, failure }) => name === 'build' && failure !== null)) {
    return { failure: 'not run: there is no build', counts: noTests };
  }
  const env = { ...process.env, GATEHOUSE_CHROMIUM: await provideBrowser() };
  const failure = failureOf(await runNode([...toolArguments('playwright'), 'test'], env));
  return withCounts(failure, () => readPlaywrightReport(readJson(playwrightReport)));
}

function runNode(args: readonly string[], env = process.env): Promise<number> {
  return runChild(process.execPath, args, { cwd: rootDir, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

function failureOf(code: number): string | null {
  return code === 0 ? null : `exit code ${code}`;
}

function withCounts(failure: string | null, read: () => TestCounts): Pick<Stage, 'failure' | 'counts'> {
  try {
    return { failure, counts: read() };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { failure: failure ?? `no report: ${why}`, counts: noTests };
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8'));
}
