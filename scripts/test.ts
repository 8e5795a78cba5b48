import { stripVTControlCharacters } from 'node:util';
import { removeReports, type StagePlan, stagePlans } from './support/stages.ts';
import { type FailedTest, failuresOf, noTests, type Stage, summaryLine } from './support/test-report.ts';
import { formatSeconds } from './support/tools.ts';

const nameWidth = 12;
const countWidth = 12;

async function runStage(plan: StagePlan, before: readonly Stage[]): Promise<Stage> {
  process.stdout.write(`\n── ${plan.name}\n`);
  const startMillis = performance.now();
  const result = await plan.run(before).catch((error: unknown) => {
    const failure = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${failure}\n`);
    return { failure, counts: noTests };
  });
  return { name: plan.name, elapsedMillis: performance.now() - startMillis, ...result };
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
    printTests('passed at the second try', counts.unsteady);
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
      (passed === 0 ? '' : `${passed} passed`).padStart(countWidth),
      failuresOf(stage) === 0 ? 'ok' : `FAILED: ${stage.failure ?? 'tests skipped without a reason'}`,
    ];
    process.stdout.write(`${cells.join('  ')}\n`);
  }
}

async function runStages(): Promise<readonly Stage[]> {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  const stages: Stage[] = [];
  for (const plan of stagePlans) {
    stages.push(
      isStopped
        ? { name: plan.name, elapsedMillis: 0, failure: 'not run: stopped', counts: noTests }
        : await runStage(plan, stages),
    );
  }
  return stages;
}

removeReports();
const stages = await runStages();
printTable(stages);
process.exitCode = stages.some((stage) => failuresOf(stage) > 0) ? 1 : 0;
process.stdout.write(`\n${summaryLine(stages)}\n`);
