import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { rootDir } from '../../scripts/support/root.ts';
import type { MutatedArea } from './areas.ts';

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

export interface AreaMutation {
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

/** Ways of failing that show that a test noticed. */
const noticed: ReadonlySet<string> = new Set(['Killed', 'Timeout', 'RuntimeError']);
const unnoticed: ReadonlySet<string> = new Set(['Survived', 'NoCoverage']);

/**
 * Mutates the files of an area one place at a time and runs the tests that reach it. String literals and what runs
 * once, at the import, are left out.
 */
export async function mutateArea({ files, tests }: MutatedArea): Promise<AreaMutation> {
  process.env['GATEHOUSE_MUTATED_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: true, pool: 'threads' },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    mutator: { excludedMutations: ['StringLiteral'] },
    // TypeScript 7 has no API to rewrite a project by.
    tsconfigFile: 'none.json',
    ignorePatterns: ['.reports', 'dist', 'out', 'test/e2e'],
    tempDirName: '.reports/stryker',
    concurrency: 2,
    timeoutMS: 10_000,
    reporters: ['progress-append-only'],
    allowConsoleColors: false,
    checkers: [],
  });
  const results = await stryker.runMutationTest();
  return {
    killed: results.filter(({ status }) => noticed.has(status)).length,
    survivors: results
      .filter(({ status }) => unnoticed.has(status))
      .map(({ fileName, location, mutatorName, replacement }) => ({
        file: relative(rootDir, join(rootDir, relative(process.cwd(), fileName))),
        line: location.start.line,
        mutator: mutatorName,
        original: textAt(fileName, location),
        replacement,
      })),
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function textAt(file: string, { start, end }: { readonly start: Position; readonly end: Position }): string {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined).trim(),
    )
    .join(' ');
}
