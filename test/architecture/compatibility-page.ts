import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { profileTable } from '#shared/oauth/profiles/index.ts';
import { type NamedProfile, namedProfiles } from '#shared/workspace/index.ts';
import { made, table } from './markdown.ts';
import { standardsTable } from './standards.ts';

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

const words: Readonly<Record<Row['status'], string>> = { proven: 'met', differs: 'differs', open: 'open' };

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
    return `### §${section}\n\n${table(['Row', 'Requirement', 'Status', 'Proven by'], cells)}`;
  });
  return [`## ${titles[number] ?? `Document ${number}`}`, ...parts].join('\n\n');
}

/** Features of `oauth2c`, a command line that fetches tokens, each with how Gatehouse does it. */
const oauth2cFeatures: readonly (readonly [feature: string, ours: string])[] = [
  [
    'Authorization code, with and without PKCE',
    '`--flow code-pkce`, `--flow code`; in your own browser with `--open`, or unattended',
  ],
  ['Implicit, hybrid', '`--flow implicit`, `--flow hybrid`, unattended'],
  [
    'Client credentials, password, refresh token',
    '`--flow client-credentials`, `--flow password`, `--token` with `--flow refresh`',
  ],
  ['Token exchange', '`--token` with `--flow token-exchange`'],
  ['JWT bearer', 'Supported, with `--flow jwt-bearer`: the debugger’s issuer signs the JWT.'],
  ['Device code', 'Not supported: the debugger has no such flow yet.'],
  ['client_secret_basic, client_secret_post, none', '`--auth`'],
  ['private_key_jwt', '`--auth private_key_jwt --private-key env:KEY`'],
  ['client_secret_jwt', '`--auth client_secret_jwt --client-secret env:SECRET`'],
  ['tls_client_auth', '`--auth tls_client_auth --certificate client.pem --certificate-key @client-key.pem`'],
  [
    'Pushed requests, signed request objects, response modes, claims',
    'In a saved flow, with `gatehouse flow run`; requests are pushed automatically if the server requires it.',
  ],
  ['DPoP', 'In a saved flow, with `"dpop": true` and `gatehouse flow run`; nonces of the server are used.'],
  ['Output as JSON', '`--json`; without it only the token, or with `--header` the whole header'],
];

const notCovered: Readonly<Record<NamedProfile, string>> = {
  'oauth-2.1': 'Rules for resource servers, and for clients at run time',
  'fapi-2.0-security':
    'Mutual TLS, rules for resource servers and for clients at run time, and FAPI 2.0 Message Signing',
};

const profileRows = namedProfiles.map((id) => {
  const { document, clauses } = profileTable[id];
  return [`\`${id}\``, document, String(clauses.length), notCovered[id]];
});

/** The page of what the documents ask for, and how far it holds. */
export function compatibilityPage(): string {
  const { rows } = rowsSchema.parse(read('rows.json'));
  const { decisions } = decisionsSchema.parse(read('decisions.json'));
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length;
  const byDocument = Map.groupBy(rows, ({ document }) => document);
  return `# Compatibility

${made}

Every requirement of the three documents that Gatehouse implements, with the tests that prove it. \`npm test\` fails if one of
them does not pass. ${rows.length} rows: ${count('proven')} are met, ${count('differs')} differ with a reason, ${count('open')} are open.

## Gaps and contradictions in the documents

${table(
  ['Where', 'Question', 'What Gatehouse does'],
  decisions.map(({ where, question, answer }) => [where, question, cell(answer)]),
)}

## Comparison with oauth2c

How \`oauth2c\` gets tokens, and the same with \`gatehouse token get\`.

${table(['oauth2c', 'Gatehouse'], oauth2cFeatures)}

## Profiles

How far the profiles of the authorization server go. [Every rule](profiles.md), with its steps and attack cases.

${table(['Profile', 'Document', 'Rules', 'Not covered'], profileRows)}

## Standards beyond the documents

What has come since the documents, and in which parts of Gatehouse it is. The attack cases are those that cite the standard.

${standardsTable()}

${[...byDocument].map(([number, inDocument]) => documentPart(number, inDocument)).join('\n\n')}
`;
}
