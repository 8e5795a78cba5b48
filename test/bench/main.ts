import { areas } from './areas/index.ts';
import type { Area } from './harness/area.ts';
import { type Choice, readCommandLine } from './harness/command-line.ts';
import { thisMachine } from './harness/machine.ts';
import { terminalTable } from './harness/report.ts';
import { type AreaResult, allHold } from './harness/result.ts';
import { keepResults } from './harness/results.ts';
import { runArea } from './harness/run-area.ts';

const exitCodes = { ok: 0, missed: 1, usage: 2 } as const;

async function measure(area: Area, rounds: number, isWhole: boolean): Promise<AreaResult> {
  const date = new Date().toISOString();
  const outcome = await runArea(area, rounds, (text) => process.stderr.write(`${text}\n`));
  const { title, notes } = area;
  const args = [...(isWhole ? [] : [area.area]), ...(rounds === area.rounds ? [] : [`--rounds ${rounds}`])];
  const command = ['npm run bench', ...(args.length === 0 ? [] : ['--', ...args])].join(' ');
  return { area: area.area, title, notes, date, command, machine: thisMachine(), rounds, ...outcome };
}

async function run({ areas: chosen, rounds, isJson }: Choice): Promise<number> {
  const results: AreaResult[] = [];
  const failed: string[] = [];
  for (const area of chosen) {
    try {
      const result = await measure(area, rounds ?? area.rounds, chosen.length === areas.length);
      results.push(result);
      // At once: what the others of a long run do cannot lose it.
      keepResults(import.meta.dirname, [result], areas);
      if (!isJson) process.stdout.write(terminalTable(result));
    } catch (error) {
      failed.push(area.area);
      process.stderr.write(
        `${area.area} was not measured: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
    }
  }
  if (isJson) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  return failed.length === 0 && allHold(results) ? exitCodes.ok : exitCodes.missed;
}

function choose(): Choice | null {
  try {
    return readCommandLine(process.argv.slice(2), areas);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

// So that what was started is ended as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => process.exit(exitCodes.missed));
const choice = choose();
process.exitCode = choice === null ? exitCodes.usage : await run(choice);
