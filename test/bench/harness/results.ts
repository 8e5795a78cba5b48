import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './area.ts';
import { markdownReport } from './report.ts';
import type { AreaResult } from './result.ts';

/**
 * Keeps the results of a run beside those of earlier runs, and writes the document of them all in the order of
 * `areas`.
 */
export function keepResults(
  directory: string,
  results: readonly AreaResult[],
  areas: readonly Pick<Area, 'area' | 'targets'>[],
): void {
  const folder = join(directory, 'results');
  mkdirSync(folder, { recursive: true });
  for (const result of results)
    writeFileSync(join(folder, `${result.area}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const kept = areas
    .map(({ area }) => join(folder, `${area}.json`))
    .filter((file) => existsSync(file))
    .map((file): AreaResult => JSON.parse(readFileSync(file, 'utf8')));
  const reasonOf = (area: string, title: string) =>
    areas.find((each) => each.area === area)?.targets.find((target) => target.title === title)?.whenMissed;
  writeFileSync(join(directory, 'RESULTS.md'), markdownReport(kept, reasonOf));
}
