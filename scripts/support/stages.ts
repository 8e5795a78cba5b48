import type { SpawnOptions } from 'node:child_process';
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

const vitestRun: VitestRun = {
  config: join(rootDir, 'vitest.config.ts'),
  report: join(rootDir, '.reports/vitest.json'),
};
/** The packages, as they are installed and removed. */
const packagingRun: VitestRun = {
  config: join(rootDir, 'vitest.packaging.config.ts'),
  report: join(rootDir, '.reports/packaging.json'),
};
const notesReport = join(rootDir, '.reports/vitest-notes.json');
const playwrightReport = join(rootDir, '.reports/playwright.json');
/** Twice what a stage of tests takes on a slow machine: one that hangs is ended, and the others still tell what they found. */
const mostMinutes = 40;

interface VitestRun {
  readonly config: string;
  readonly report: string;
}

/** What a stage of `npm test` is called and does; the stages before it are given to it. */
export interface StagePlan {
  readonly name: string;
  run(before: readonly Stage[]): Promise<Pick<Stage, 'failure' | 'counts'>>;
}

/** Everything that must hold before a change lands, in the order in which it runs. */
export const stagePlans: readonly StagePlan[] = [
  { name: 'check', run: () => runScript('check.ts') },
  { name: 'build', run: () => runScript('build.ts') },
  { name: 'vitest', run: (before) => (isBuilt(before) ? runVitest(vitestRun) : notBuilt()) },
  { name: 'playwright', run: runPlaywright },
  { name: 'package', run: (before) => (isBuilt(before) ? runVitest(packagingRun) : notBuilt()) },
  { name: 'spec rows', run: () => runScript('check-spec-rows.ts') },
];

/** Removes the reports of an earlier run, so that none of them can pass for one of this run. */
export function removeReports(): void {
  const reports = [vitestRun.report, packagingRun.report, notesReport, playwrightReport];
  for (const report of reports) rmSync(report, { force: true });
}

async function runScript(script: string): Promise<Pick<Stage, 'failure' | 'counts'>> {
  return { failure: failureOf(await runNode(scriptArguments(script))), counts: noTests };
}

async function runVitest({ config, report }: VitestRun): Promise<Pick<Stage, 'failure' | 'counts'>> {
  // The reporter writes where the run before wrote: what is read has to be of this one.
  rmSync(notesReport, { force: true });
  const notesReporter = join(rootDir, 'scripts/reporters/test-notes.ts');
  const reporters = ['default', 'json', notesReporter].map((name) => `--reporter=${name}`);
  const output = [...reporters, `--outputFile.json=${report}`];
  const args = [...toolArguments('vitest'), 'run', '--config', config, ...output];
  // The flow debugger drives a browser too; where there is none the skipped tests say so.
  const browser = await provideBrowser().catch(() => null);
  const env = browser === null ? process.env : { ...process.env, GATEHOUSE_CHROMIUM: browser };
  const failure = await runTests(args, env);
  return withCounts(failure, () => readVitestReport(readJson(report), readJson(notesReport)));
}

function isBuilt(before: readonly Stage[]): boolean {
  return !before.some(({ name, failure }) => name === 'build' && failure !== null);
}

async function notBuilt(): Promise<Pick<Stage, 'failure' | 'counts'>> {
  return { failure: 'not run: there is no build', counts: noTests };
}

async function runPlaywright(before: readonly Stage[]): Promise<Pick<Stage, 'failure' | 'counts'>> {
  if (!isBuilt(before)) return notBuilt();
  const env = { ...process.env, GATEHOUSE_CHROMIUM: await provideBrowser() };
  const failure = await runTests([...toolArguments('playwright'), 'test'], env);
  return withCounts(failure, () => readPlaywrightReport(readJson(playwrightReport)));
}

function runNode(args: readonly string[], limits: SpawnOptions = {}): Promise<number> {
  const stdio: SpawnOptions['stdio'] = ['ignore', 'inherit', 'inherit'];
  return runChild(process.execPath, args, { cwd: rootDir, stdio, ...limits });
}

async function runTests(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const timeout = mostMinutes * 60_000;
  const startMillis = performance.now();
  const code = await runNode(args, { env, timeout, killSignal: 'SIGKILL' });
  return performance.now() - startMillis < timeout
    ? failureOf(code)
    : `not through after ${mostMinutes} minutes, and ended`;
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
