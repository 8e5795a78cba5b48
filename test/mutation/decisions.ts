import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rootDir } from '../../scripts/support/root.ts';
import { formatSeconds } from '../../scripts/support/tools.ts';
import { type MutatedArea, mutatedAreas } from './areas.ts';
import { type AreaResult, mutationPage } from './mutation-page.ts';
import { mutateArea, type Survivor } from './stryker.ts';

/** Least share of the mutants of an area that its tests notice. */
const minShare = 0.85;

/** A mutant that does what the code does: no test can notice it. */
const equivalentSchema = z.strictObject({
  file: z.string(),
  mutator: z.string(),
  original: z.string(),
  replacement: z.string(),
  reason: z.string().min(10),
});
export type Equivalent = z.infer<typeof equivalentSchema>;

const equivalentsFile = join(rootDir, 'test/spec/equivalent-mutants.json');
const resultsFile = join(rootDir, 'test/spec/mutation-results.json');
const pageFile = join(rootDir, 'test/spec/MUTATION.md');

/** Mutates each area whose name begins so, keeps the figures and writes their page; 0 where all are held well enough. */
export async function tryDecisions(beginning: string): Promise<number> {
  const equivalents = z.array(equivalentSchema).parse(JSON.parse(readFileSync(equivalentsFile, 'utf8')));
  let areBelow = false;
  for (const area of mutatedAreas.filter(({ name }) => name.startsWith(beginning))) {
    const result = await tryArea(area, equivalents);
    keep(result, equivalents);
    areBelow ||= result.share < minShare;
  }
  return areBelow ? 1 : 0;
}

async function tryArea(area: MutatedArea, equivalents: readonly Equivalent[]): Promise<AreaResult> {
  const startMillis = performance.now();
  const { killed, survivors } = await mutateArea(area);
  const left = survivors.filter((survivor) => !equivalents.some((known) => isSame(known, survivor)));
  for (const { file, line, mutator, original, replacement } of left)
    process.stdout.write(`survived: ${file}:${line}  ${mutator}: ${original} → ${replacement}\n`);
  const seconds = (performance.now() - startMillis) / 1_000;
  const share = killed / (killed + left.length);
  process.stdout.write(
    `${area.name}: ${killed} of ${killed + left.length} killed (${(share * 100).toFixed(1)} %), ${survivors.length - left.length} equivalent, in ${formatSeconds(seconds * 1_000)}\n`,
  );
  const date = new Date().toISOString().slice(0, 10);
  const { name, files } = area;
  const equivalent = survivors.length - left.length;
  return { name, date, files: files.length, killed, survived: left.length, equivalent, share, seconds };
}

function isSame(known: Equivalent, { file, mutator, original, replacement }: Survivor): boolean {
  return (
    known.file === file &&
    known.mutator === mutator &&
    known.original === original &&
    known.replacement === replacement
  );
}

function keep(result: AreaResult, equivalents: readonly Equivalent[]): void {
  const before = JSON.parse(readFileSync(resultsFile, 'utf8')) as readonly AreaResult[];
  const results = [...before.filter(({ name }) => name !== result.name), result].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(pageFile, mutationPage(results, equivalents));
}
