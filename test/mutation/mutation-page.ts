import type { Equivalent } from './decisions.ts';

/** The result of the mutants of one area. */
export interface AreaResult {
  readonly name: string;
  readonly date: string;
  readonly files: number;
  readonly killed: number;
  readonly survived: number;
  readonly equivalent: number;
  /** Killed of those that are not equivalent. */
  readonly share: number;
  readonly seconds: number;
}

const rowOf = ({ name, date, files, killed, survived, equivalent, share, seconds }: AreaResult): string =>
  `| ${name} | ${date} | ${files} | ${killed} | ${survived} | ${equivalent} | ${(share * 100).toFixed(1)} % | ${Math.round(seconds / 60)} min |`;

const code = (text: string): string => `\`\`${text.replaceAll('|', '\\|')}\`\``;

/** The page of all areas, with the mutants that no test can notice. */
export function mutationPage(results: readonly AreaResult[], equivalents: readonly Equivalent[]): string {
  return `# Mutants of the code that decides

Written by \`npm run test:mutation -- decisions\`; do not edit. Stryker changes one place of a file at a time and runs the tests that reach it. String literals, and what runs once at the import, are left out. At least 85 % of the mutants of each area are noticed.

| Area | Date | Files | Killed | Survived | Equivalent | Share | Took |
| --- | --- | --- | --- | --- | --- | --- | --- |
${results.map(rowOf).join('\n')}

## Equivalent mutants

${equivalents.length === 0 ? 'None is known.' : ['| File | Change | Why no test can notice it |', '| --- | --- | --- |', ...equivalents.map(({ file, original, replacement, reason }) => `| \`${file}\` | ${code(original)} → ${code(replacement)} | ${reason} |`)].join('\n')}
`;
}
