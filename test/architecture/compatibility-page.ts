import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { made, table } from './markdown.ts';

const rowsSchema = z.object({
  rows: z.array(
    z.object({
      document: z.number(),
      section: z.string(),
      table: z.string(),
      row: z.string(),
      text: z.string(),
      status: z.enum(['proven', 'differs', 'open']),
      tests: z.array(z.string()),
      reason: z.string().optional(),
    }),
  ),
});
type Row = z.output<typeof rowsSchema>['rows'][number];

const decisionsSchema = z.object({
  decisions: z.array(z.object({ where: z.string(), question: z.string(), answer: z.string() })),
});

const titles: Readonly<Record<number, string>> = {
  1: 'Document 1: the authorization server',
  2: 'Document 2: connector and gateway',
  3: 'Document 3: platform and consents',
};

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../spec', name), 'utf8'));

const words: Readonly<Record<Row['status'], string>> = { proven: 'holds', differs: 'differs', open: 'open' };

const cell = (text: string) => text.replaceAll('|', '\\|');

/** The files of tests, each once. */
function proofOf(tests: readonly string[]): string {
  const files = new Set(tests.map((name) => name.slice(0, name.indexOf(' > '))));
  return [...files].map((file) => `[${posix.basename(file)}](../../${file})`).join(', ');
}

function documentPart(number: number, rows: readonly Row[]): string {
  const bySection = Map.groupBy(rows, ({ section }) => section);
  const parts = [...bySection].map(([section, inSection]) => {
    const cells = inSection.map(({ table: group, row, text, status, tests, reason }) => [
      cell(`${group}: ${row}`),
      cell(reason === undefined ? text : `${text} ${reason}`),
      words[status],
      proofOf(tests),
    ]);
    return `### §${section}\n\n${table(['Row', 'What it asks for', '', 'Proven by'], cells)}`;
  });
  return [`## ${titles[number] ?? `Document ${number}`}`, ...parts].join('\n\n');
}

/** The page of what the documents ask for, and how far it holds. */
export function compatibilityPage(): string {
  const { rows } = rowsSchema.parse(read('rows.json'));
  const { decisions } = decisionsSchema.parse(read('decisions.json'));
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length;
  const byDocument = Map.groupBy(rows, ({ document }) => document);
  return `# Compatibility

${made}

What the three documents that Gatehouse is built to ask for, row by row, with the tests that prove it; \`npm test\` fails where one of
them did not pass. ${rows.length} rows: ${count('proven')} hold, ${count('differs')} differ with a reason, ${count('open')} are open.

## Where the documents are silent or at odds

${table(
  ['Where', 'Question', 'What Gatehouse does'],
  decisions.map(({ where, question, answer }) => [where, question, cell(answer)]),
)}

${[...byDocument].map(([number, inDocument]) => documentPart(number, inDocument)).join('\n\n')}
`;
}
