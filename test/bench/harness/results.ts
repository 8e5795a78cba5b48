import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownReport } from './report.ts';
import type { AreaResult } from './result.ts';

/**
 * Keeps the results of a run beside those of earlier runs, and writes the document of them all in the order of
 * `areaNames`.
 */
export function keepResults(
  directory: string,
  results: readonly AreaResult[],
  areaNames: readonly string[],
): void {
  const folder = join(directory, 'results');
  mkdirSync(folder, { recursive: true });
  for (const result of results)
    writeFileSync(join(folder, `${result.area}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const kept = areaNames
    .map((name) => join(folder, `${name}.json`))
    .filter((file) => existsSync(file))
    .map((file): AreaResult => JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(join(directory, 'RESULTS.md'), markdownReport(kept));
}
