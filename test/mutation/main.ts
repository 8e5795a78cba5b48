import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDir } from '../../scripts/support/root.ts';
import { formatSeconds } from '../../scripts/support/tools.ts';
import { readRows } from '../spec/check-rows.ts';
import { type CitingRow, readMutants } from '../spec/mutants.ts';
import { tryDecisions } from './decisions.ts';
import { type RowResult, runTestsOf, tryMutant } from './row-mutants.ts';
import { makeScratch, type Scratch } from './scratch.ts';

const usage =
  'usage: npm run test:mutation -- rows|control [--only <beginning of rows>] | decisions [--only <beginning of areas>]\n';
const atOnce = 2;

/** One line of what is told, with what is hoped for. */
interface Trial {
  readonly name: string;
  readonly good: RowResult['fate'];
  readonly run: (scratch: Scratch) => Promise<RowResult>;
}

const rows = readRows(
  JSON.parse(readFileSync(join(rootDir, 'test/spec/rows.json'), 'utf8')),
) as readonly CitingRow[];

/** Tries the mutant of each row against the tests that the row cites. */
function mutantTrials(beginning: string): readonly Trial[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return readMutants(rootDir)
    .filter(({ row }) => row.startsWith(beginning))
    .map((mutant) => {
      const row = byId.get(mutant.row);
      if (row === undefined) throw new Error(`There is no row ${mutant.row}.`);
      return {
        name: `${row.id}  ${mutant.file}`,
        good: 'killed',
        run: (scratch) => tryMutant(scratch, row, mutant),
      };
    });
}

/** Tries the tests of each row by themselves, without a mutant: all of them have to pass. */
function controlTrials(beginning: string): readonly Trial[] {
  return rows
    .filter(({ id }) => id.startsWith(beginning))
    .map((row) => ({ name: row.id, good: 'survived', run: (scratch) => runTestsOf(row, scratch) }));
}

async function tryAll(trials: readonly Trial[]): Promise<number> {
  const startMillis = performance.now();
  const waiting = [...trials];
  const bad: string[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const scratch = makeScratch();
      try {
        for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
          const { fate, seconds } = await trial.run(scratch);
          process.stdout.write(`${fate.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${trial.name}\n`);
          if (fate !== trial.good) bad.push(`${fate}: ${trial.name}\n`);
        }
      } finally {
        scratch.remove();
      }
    }),
  );
  const took = formatSeconds(performance.now() - startMillis);
  process.stdout.write(
    `${trials.length - bad.length} of ${trials.length} as they should be, in ${took}\n${bad.join('')}`,
  );
  return bad.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const trialsOf = { rows: mutantTrials, control: controlTrials };
const [what = ''] = positionals;
if (positionals.length === 1 && what === 'decisions') process.exitCode = await tryDecisions(values.only);
else if (positionals.length === 1 && (what === 'rows' || what === 'control'))
  process.exitCode = await tryAll(trialsOf[what](values.only));
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
