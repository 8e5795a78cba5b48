import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from '../run/child.mjs';
import { anywhereReport } from './anywhere/table.ts';
import { findInstalledBrowser } from './browser.ts';
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
import { unitOrderVariable } from './unit-order.ts';
import { runWatched } from './watched-run.ts';

/** The projects of Playwright that follow the tutorials. */
export const guideProjects = ['first-guide', 'guides'];
const vitestRun: VitestRun = {
  config: 'vitest.config.ts',
  report: 'vitest.json',
  projects: ['unit', 'protocol'],
};
/** Long tests: kills, load, and every case of the attack catalogue. */
const longRun: VitestRun = { config: 'vitest.config.ts', report: 'vitest-long.json', projects: ['long'] };
/** Attacks on the built host, each replayed. */
const hostileRun: VitestRun = {
  config: 'vitest.config.ts',
  report: 'vitest-hostile.json',
  projects: ['hostile'],
};
/** How often bytes of a state are flipped, others each day; `npm run test:fuzz` does it more often. */
export const flipsOfDay = '40';
/** The packages, as they are installed and removed. */
const packagingRun: VitestRun = {
  config: 'vitest.packaging.config.ts',
  report: 'packaging.json',
  projects: [],
};
/** The stories in a browser, and on the desktop. */
const storiesRun: PlaywrightRun = {
  report: 'playwright.json',
  projects: ['web', 'first-guide', 'electron-bundle', 'electron-runtime'],
};
/** Those that tell at length what the others tell part by part; their thirds take turns, a day each. */
const longStoriesRun: PlaywrightRun = { report: 'playwright-long.json', projects: ['long', 'long-parts'] };
/** The tutorials, each followed by its own text in both languages. */
const guidesRun: PlaywrightRun = { report: 'playwright-guides.json', projects: guideProjects };
const notesReport = join(rootDir, '.reports/vitest-notes.json');
/** A stage of tests in which nothing has moved for so long hangs; the others still tell what they found. */
const maxQuietMillis = 300_000;
const millisOfDay = 86_400_000;
/** Within so many days continuous integration tells all long stories. */
const longStoriesDays = 3;

interface VitestRun {
  readonly config: string;
  /** The name of its report in .reports. */
  readonly report: string;
  /** The projects of the configuration that run; none: all. */
  readonly projects: readonly string[];
}

interface PlaywrightRun {
  /** The name of its report in .reports. */
  readonly report: string;
  /** The projects of the configuration that run. */
  readonly projects: readonly string[];
}

/** A stage of `npm test`: its name and its work; the stages before it are passed in. */
export interface StagePlan {
  readonly name: string;
  /** CPU seconds that it may take on the machine on which the budgets were measured. */
  readonly cpuSeconds: number;
  /** Nothing of it can be run without a browser. */
  readonly needsBrowser?: true;
  run(before: readonly Stage[]): Promise<Pick<Stage, 'failure' | 'counts'>>;
}

/**
 * Everything that must hold before a change lands, in the order in which it runs. The budgets add up to 1,440 s,
 * and are held together (`budget.ts`).
 */
export const stagePlans: readonly StagePlan[] = [
  { name: 'check', cpuSeconds: 100, run: () => runScript('check.ts') },
  { name: 'build', cpuSeconds: 30, run: () => runScript('build.ts') },
  { name: 'vitest', cpuSeconds: 540, run: (before) => onceBuilt(before, () => runVitest(vitestRun)) },
  {
    name: 'playwright',
    cpuSeconds: 690,
    needsBrowser: true,
    run: (before) => onceBuilt(before, () => runPlaywright(storiesRun)),
  },
  { name: 'package', cpuSeconds: 75, run: (before) => onceBuilt(before, () => runVitest(packagingRun)) },
  // Some rows are proven in the browser.
  { name: 'spec rows', cpuSeconds: 5, needsBrowser: true, run: () => runScript('check-spec-rows.ts') },
];

/** The same in continuous integration, where the unit tests run in another order each time. */
const shuffledPlans = stagePlans.map((plan) =>
  plan.name === 'vitest'
    ? { ...plan, run: (before: readonly Stage[]) => onceBuilt(before, runShuffled) }
    : plan,
);

/** Stages that continuous integration runs besides. */
const furtherPlans: readonly StagePlan[] = [
  {
    name: 'stories',
    cpuSeconds: 310,
    needsBrowser: true,
    run: (before) => onceBuilt(before, runShareOfLongStories),
  },
  {
    name: 'guides',
    cpuSeconds: 100,
    needsBrowser: true,
    run: (before) => onceBuilt(before, () => runPlaywright(guidesRun)),
  },
  {
    name: 'long',
    cpuSeconds: 810,
    run: (before) => onceBuilt(before, () => runVitest(longRun, { ATTACKS: 'wide', TRUTH: 'share' })),
  },
  {
    name: 'hostile',
    cpuSeconds: 110,
    run: (before) => onceBuilt(before, () => runVitest(hostileRun, { GATEHOUSE_FLIPS: flipsOfDay })),
  },
  { name: 'anywhere', cpuSeconds: 300, run: (before) => onceBuilt(before, runAnywhere) },
];

/** Everything that continuous integration runs, in the order in which it does. */
export const allPlans: readonly StagePlan[] = [...shuffledPlans, ...furtherPlans];

/** Removes the reports of an earlier run, so that none of them can pass for one of this run. */
export function removeReports(): void {
  const runs = [vitestRun, longRun, hostileRun, packagingRun, storiesRun, longStoriesRun, guidesRun];
  for (const report of [...runs.map(reportOf), notesReport, anywhereReport]) rmSync(report, { force: true });
}

function reportOf({ report }: { readonly report: string }): string {
  return join(rootDir, '.reports', report);
}

async function runScript(script: string): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const code = await runChild(process.execPath, scriptArguments(script), { cwd: rootDir, stdio: [...stdio] });
  return { failure: failureOf(code), counts: noTests };
}

async function runVitest(
  run: VitestRun,
  settings: NodeJS.ProcessEnv = {},
): Promise<Pick<Stage, 'failure' | 'counts'>> {
  // The reporter writes where the run before wrote: what is read has to be of this one.
  rmSync(notesReport, { force: true });
  const report = reportOf(run);
  const notesReporter = join(rootDir, 'scripts/reporters/test-notes.ts');
  const reporters = ['default', 'json', notesReporter].map((name) => `--reporter=${name}`);
  const output = [...reporters, `--outputFile.json=${report}`];
  const projects = run.projects.map((name) => `--project=${name}`);
  const config = ['--config', join(rootDir, run.config)];
  const args = [...toolArguments('vitest'), 'run', ...config, ...projects, ...output];
  // The flow debugger drives a browser too; where there is none the skipped tests say so.
  const browser = findInstalledBrowser();
  const chromium = browser === null ? {} : { GATEHOUSE_CHROMIUM: browser };
  const failure = await runTests(args, { ...process.env, ...chromium, ...settings });
  return withCounts(failure, () => readVitestReport(readJson(report), readJson(notesReport)));
}

function runShuffled(): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const seed = Math.floor(Date.now() / 1_000) % 1_000_000;
  process.stdout.write(`The unit tests run in the order of ${unitOrderVariable}=${seed}.\n`);
  return runVitest(vitestRun, { [unitOrderVariable]: String(seed) });
}

function runShareOfLongStories(): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const share = `${(Math.floor(Date.now() / millisOfDay) % longStoriesDays) + 1}/${longStoriesDays}`;
  process.stdout.write(`Share ${share} of the long stories; \`npm run test:e2e\` tells them all.\n`);
  return runPlaywright(longStoriesRun, [`--shard=${share}`]);
}

async function onceBuilt(
  before: readonly Stage[],
  run: () => Promise<Pick<Stage, 'failure' | 'counts'>>,
): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const isBuilt = !before.some(({ name, failure }) => name === 'build' && failure !== null);
  return isBuilt ? run() : { failure: 'not run: there is no build', counts: noTests };
}

/** The places in which a person can clone the checkout; each counts as one test. */
async function runAnywhere(): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const failure = await runTests([...scriptArguments('anywhere.ts'), '--quick'], process.env);
  return withCounts(failure, () => readJson(anywhereReport));
}

async function runPlaywright(
  run: PlaywrightRun,
  further: readonly string[] = [],
): Promise<Pick<Stage, 'failure' | 'counts'>> {
  const report = reportOf(run);
  const env = {
    ...process.env,
    GATEHOUSE_CHROMIUM: await provideBrowser(),
    GATEHOUSE_PLAYWRIGHT_REPORT: report,
  };
  const projects = run.projects.map((name) => `--project=${name}`);
  const failure = await runTests([...toolArguments('playwright'), 'test', ...projects, ...further], env);
  return withCounts(failure, () => readPlaywrightReport(readJson(report)));
}

async function runTests(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  const { code, isStalled } = await runWatched(args, env, maxQuietMillis);
  return isStalled ? `nothing moved for ${maxQuietMillis / 60_000} minutes, and ended` : failureOf(code);
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
