import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** One change of the code that a row is about: a test that the row cites has to notice it. */
export const mutantSchema = z.strictObject({
  row: z.string().min(1),
  /** From the root of the checkout. */
  file: z.string().regex(/^(?:src-main|src-shared|src-renderer|resources)\//),
  /** Stands in the file once. */
  text: z.string().min(1),
  replacement: z.string(),
});
export type Mutant = z.infer<typeof mutantSchema>;

/** A row of the specification, as far as mutants go by it. */
export interface CitingRow {
  readonly id: string;
  /** As `file > full title`. */
  readonly tests: readonly string[];
}

/** Reads the mutants of a checkout. @throws ZodError */
export function readMutants(rootDir: string): readonly Mutant[] {
  return z
    .array(mutantSchema)
    .parse(JSON.parse(readFileSync(join(rootDir, 'test/spec/mutants.json'), 'utf8')));
}

/** The source of a mutated file. @throws Error where the text does not stand there once */
export function mutated(source: string, { row, file, text, replacement }: Mutant): string {
  const count = source.split(text).length - 1;
  if (count !== 1)
    throw new Error(`${row}: its text stands ${count} times in ${file}: ${JSON.stringify(text)}`);
  if (text === replacement) throw new Error(`${row}: its mutation changes nothing`);
  return source.replace(text, () => replacement);
}

/** The files of the tests that a row cites, and a pattern of their names as Vitest wants it. */
export function testsOf({ tests }: CitingRow): {
  readonly files: readonly string[];
  readonly pattern: string;
} {
  const cited = tests.map((test) => {
    const [file = '', ...names] = test.split(' > ');
    // A long name ends in “…”, which stands for what the report leaves out.
    const name = names
      .join(' > ')
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
      .replaceAll('…', '.*');
    return { file, name };
  });
  return {
    files: [...new Set(cited.map(({ file }) => file))],
    pattern: `^(?:${cited.map(({ name }) => name).join('|')})$`,
  };
}
