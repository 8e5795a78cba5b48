import { stripVTControlCharacters } from 'node:util';
import { budgetStage, budgetWarning } from './support/budget.ts';
import { childCpuSeconds } from './support/cpu-time.ts';
import { provideBrowser } from './support/provide-browser.ts';
import { followOthers } from './support/shared-time.ts';
import { followSlowness } from './support/slowness.ts';
import { allPlans, removeReports, type StagePlan, stagePlans } from './support/stages.ts';
import { readTestOptions, type TestOptions, testUsage, withoutBrowser } from './support/test-options.ts';
import {
  type CpuTime,
  type FailedTest,
  failuresOf,
  noTests,
  type Stage,
  summaryLine,
} from './support/test-report.ts';
import { formatSeconds } from './support/tools.ts';
import { followUnwaited } from './support/unwaited-time.ts';

const nameWidth = 12;
const countWidth = 12;
const cpuWidth = 18;

async function runStage(plan: StagePlan, before: readonly Stage[]): Promise<Stage> {
  process.stdout.write(`\n── ${plan.name}\n`);
  const endSlowness = followSlowness();
  const [startMillis, startCpuSeconds] = [performance.now(), childCpuSeconds()];
  const endUnwaited = followUnwaited();
  const result = await plan.run(before).catch((error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${failure}\n`);
    return { failure, counts: noTests };
  });
  const elapsedMillis = performance.now() - startMillis;
  const unwaitedSeconds = endUnwaited();
  const endCpuSeconds = childCpuSeconds();
  const cpu: CpuTime = {
    seconds:
      startCpuSeconds === null || endCpuSeconds === null
        ? null
        : endCpuSeconds - startCpuSeconds + unwaitedSeconds,
    budgetSeconds: plan.cpuSeconds * (await endSlowness()),
  };
  return { name: plan.name, elapsedMillis, cpu, ...result };
}

function notRun({ name, cpuSeconds }: StagePlan): Stage {
  const cpu: CpuTime = { seconds: null, budgetSeconds: cpuSeconds };
  return { name, elapsedMillis: 0, cpu, failure: 'not run: stopped', counts: noTests };
}

/** As much of a message as tells what was expected and what came. */
const messageLines = 8;

function printTests(word: string, tests: readonly FailedTest[]): void {
  for (const { test, message } of tests) {
    const lines = stripVTControlCharacters(message).split('\n').slice(0, messageLines);
    process.stdout.write(`${word}: ${test}\n${lines.map((line) => `    ${line}\n`).join('')}`);
  }
}

function printTable(stages: readonly Stage[]): void {
  for (const { counts } of stages) {
    printTests('failed', counts.failures);
    for (const { test, reason } of counts.skipped) {
      process.stdout.write(`skipped: ${test}: ${reason ?? 'NO REASON GIVEN, which counts as a failure'}\n`);
    }
  }
  process.stdout.write('\n');
  for (const stage of stages) {
    const { passed } = stage.counts;
    const cells = [
      stage.name.padEnd(nameWidth),
      formatSeconds(stage.elapsedMillis).padStart(nameWidth),
      cpuCell(stage).padStart(cpuWidth),
      (passed === 0 ? '' : `${passed} passed`).padStart(countWidth),
      failuresOf(stage) === 0 ? 'ok' : `FAILED: ${stage.failure ?? 'tests skipped without a reason'}`,
    ];
    process.stdout.write(`${cells.join('  ')}\n`);
  }
}

function cpuCell({ cpu: { seconds, budgetSeconds } }: Stage): string {
  return seconds === null ? '' : `${seconds.toFixed(0)} s CPU of ${budgetSeconds.toFixed(0)}`;
}

async function runStages(plans: readonly StagePlan[]): Promise<readonly Stage[]> {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  const stages: Stage[] = [];
  const endOthers = followOthers();
  for (const plan of plans) stages.push(isStopped ? notRun(plan) : await runStage(plan, stages));
  const ownSeconds = stages.reduce((sum, { cpu }) => sum + (cpu.seconds ?? 0), 0);
  return [...stages, budgetOf(stages, endOthers(ownSeconds))];
}

/** Holds those stages to their budget that every run has. */
function budgetOf(done: readonly Stage[], othersShare: number): Stage {
  const budgeted = done.filter(({ name }) => stagePlans.some((plan) => plan.name === name));
  const warning = budgetWarning(budgeted, othersShare);
  if (warning !== null) process.stdout.write(`\n${warning}\n`);
  return budgetStage(budgeted, othersShare);
}

async function runAll(plans: readonly StagePlan[]): Promise<void> {
  removeReports();
  const stages = await runStages(plans);
  printTable(stages);
  process.exitCode = stages.some((stage) => failuresOf(stage) > 0) ? 1 : 0;
  process.stdout.write(`\n${summaryLine(stages)}\n`);
}

/** Before anything else: whoever has no browser learns it now, and not after ten minutes of other tests. */
async function hasBrowser(): Promise<boolean> {
  try {
    process.env['GATEHOUSE_CHROMIUM'] = await provideBrowser();
    return true;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stdout.write(
      `${why}\nEverything else runs with: npm test -- --without-browser\n0 passed, 1 failed\n`,
    );
    return false;
  }
}

async function runWith({ isAll, isWithoutBrowser }: TestOptions): Promise<void> {
  const plans = isAll ? allPlans : stagePlans;
  if (isWithoutBrowser) await runAll(withoutBrowser(plans));
  else if (await hasBrowser()) await runAll(plans);
  else process.exitCode = 1;
}

const options = readTestOptions(process.argv.slice(2));
if (options === null) {
  process.stderr.write(`${testUsage}\n`);
  process.exitCode = 2;
} else {
  await runWith(options);
}
