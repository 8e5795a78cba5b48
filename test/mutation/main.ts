import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rootDir } from '../../scripts/support/root.ts';
import { formatSeconds } from '../../scripts/support/tools.ts';
import { readRows } from '../spec/check-rows.ts';
import { type CitingRow, type Mutant, readMutants } from '../spec/mutants.ts';
import { type MutantResult, tryMutant } from './row-mutants.ts';
import { makeScratch } from './scratch.ts';

const usage = 'usage: npm run test:mutation -- rows [--only <beginning of rows>]\n';
const atOnce = 2;

/** Tries the mutant of each row against the tests that the row cites. */
async function tryRows(beginning: string): Promise<number> {
  const startMillis = performance.now();
  const rows = readRows(
    JSON.parse(readFileSync(join(rootDir, 'test/spec/rows.json'), 'utf8')),
  ) as readonly CitingRow[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const mutants = readMutants(rootDir);
  const waiting = mutants.filter(({ row }) => row.startsWith(beginning));
  const results: MutantResult[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const scratch = makeScratch();
      try {
        for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
          const row = byId.get(mutant.row);
          if (row === undefined) throw new Error(`There is no row ${mutant.row}.`);
          results.push(told(await tryMutant(scratch, row, mutant)));
        }
      } finally {
        scratch.remove();
      }
    }),
  );
  const alive = results.filter(({ fate }) => fate !== 'killed');
  const took = formatSeconds(performance.now() - startMillis);
  process.stdout.write(
    `${results.length - alive.length} of ${results.length} mutants killed in ${took}; ${rows.length - new Set(mutants.map(({ row }) => row)).size} of ${rows.length} rows have none\n`,
  );
  for (const { mutant, fate } of alive) process.stdout.write(`${fate}: ${placeOf(mutant)}\n`);
  return alive.length === 0 ? 0 : 1;
}

function told(result: MutantResult): MutantResult {
  const { mutant, fate, seconds } = result;
  process.stdout.write(`${fate.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${placeOf(mutant)}\n`);
  return result;
}

function placeOf({ row, file }: Mutant): string {
  return `${row}  ${file}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
if (positionals.length === 1 && positionals[0] === 'rows') process.exitCode = await tryRows(values.only);
else {
  process.stderr.write(usage);
  process.exitCode = 2;
}
