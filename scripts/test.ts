import { stripVTControlCharacters } from 'node:util';
import { childCpuSeconds, slowness } from './support/cpu-time.ts';
import { furtherPlans, removeReports, type StagePlan, stagePlans } from './support/stages.ts';
import {
  type CpuTime,
  type FailedTest,
  failuresOf,
  noTests,
  overBudgetSeconds,
  type Stage,
  summaryLine,
} from './support/test-report.ts';
import { formatSeconds } from './support/tools.ts';

const nameWidth = 12;
const countWidth = 12;
const cpuWidth = 18;
const allFlag = '--all';
const usage = `usage: npm test [-- ${allFlag}]`;

async function runStage(plan: StagePlan, before: readonly Stage[]): Promise<Stage> {
  process.stdout.write(`\n── ${plan.name}\n`);
  const startMillis = performance.now();
  const [startCpuSeconds, slowBefore] = [childCpuSeconds(), slowness()];
  const result = await plan.run(before).catch((error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${failure}\n`);
    return { failure, counts: noTests };
  });
  const elapsedMillis = performance.now() - startMillis;
  const endCpuSeconds = childCpuSeconds();
  const cpu: CpuTime = {
    seconds: startCpuSeconds === null || endCpuSeconds === null ? null : endCpuSeconds - startCpuSeconds,
    budgetSeconds: (plan.cpuSeconds * (slowBefore + slowness())) / 2,
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

/** What the stages took together. It is shown and fails nothing yet: the stories in the browser are over theirs. */
function budgetStage(done: readonly Stage[]): Stage {
  const over = overBudgetSeconds(done);
  if (over > 0) process.stdout.write(`\n${over.toFixed(0)} CPU seconds over all budgets together\n`);
  return { name: 'together', elapsedMillis: 0, cpu: totalOf(done), failure: null, counts: noTests };
}

function totalOf(done: readonly Stage[]): CpuTime {
  return {
    seconds: done.reduce((sum, { cpu }) => sum + (cpu.seconds ?? 0), 0),
    budgetSeconds: done.reduce((sum, { cpu }) => sum + cpu.budgetSeconds, 0),
  };
}

async function runStages(plans: readonly StagePlan[]): Promise<readonly Stage[]> {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  const stages: Stage[] = [];
  for (const plan of plans) stages.push(isStopped ? notRun(plan) : await runStage(plan, stages));
  return [...stages, budgetStage(stages)];
}

async function runAll(plans: readonly StagePlan[]): Promise<void> {
  removeReports();
  const stages = await runStages(plans);
  printTable(stages);
  process.exitCode = stages.some((stage) => failuresOf(stage) > 0) ? 1 : 0;
  process.stdout.write(`\n${summaryLine(stages)}\n`);
}

const given = process.argv.slice(2);
if (given.some((argument) => argument !== allFlag)) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  await runAll(given.includes(allFlag) ? [...stagePlans, ...furtherPlans] : stagePlans);
}
