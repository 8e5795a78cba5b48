import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import {
  bashCompletion,
  fishCompletion,
  gatehouseReference,
  manualPage,
  referencePage,
  zshCompletion,
} from '#main/hosts/headless/command-reference/index.ts';
import { allWeaknesses } from '#main/services/weaknesses/index.ts';
import { cweNames } from '#shared/attacks/index.ts';
import {
  auditEventFields,
  auditEvents,
  type IssuedKind,
  oauthErrorCodes,
  type StateEdge,
  stateEdges,
} from '#shared/oauth/index.ts';
import { workspaceFileKinds } from '#shared/workspace/index.ts';
import { readTable } from '../protocol/attacks/verdict-table.ts';
import { readChecks } from '../spec/check-rows.ts';
import { attackFiles } from '../support/attacks.ts';
import { compatibilityPage } from './compatibility-page.ts';
import { connectorPage } from './connector-page.ts';
import { contractPage } from './contract-page.ts';
import { errorCodesPage } from './error-codes-page.ts';
import { fileFormatsPage } from './file-formats-page.ts';
import { code, made, table } from './markdown.ts';
import { oauthPage } from './oauth-page.ts';
import { profilesPage } from './profiles-page.ts';
import { workspaceMembers, workspacePage } from './workspace-page.ts';

function eventsPage(): string {
  const events = Object.entries(auditEvents).map(([type, { title, fields }]) => [
    code(type),
    title,
    fields.map(code).join(', '),
  ]);
  const fields = Object.entries(auditEventFields).map(([name, meaning]) => [code(name), meaning]);
  return `# Audit events of the authorization server

${made}

An event stands on the exchange in which it happened (in Activity: \`event:token.issued\`), and goes to every webhook that
wants its type.

${table(['Type', 'What happened', 'Fields'], events)}

${table(['Field', 'Meaning'], fields)}
`;
}

function weaknessesPage(): string {
  const rowsOf = (wanted: string) =>
    allWeaknesses.flatMap(({ service, id, title, pipeline, step, clause }) =>
      service === wanted ? [[code(id), title, `${code(pipeline)} › ${code(step)}`, clause]] : [],
    );
  const head = ['Id', 'Flaw', 'Step that it stands in', 'Clause that it breaks'];
  return `# Weaknesses for training

${made}

Each is a flaw of one step, as servers and applications in the field have had it. They act one by one, and every trace
names those that stood in its way.

## Authorization server

\`services.authorizationServer.weaknesses\` lists their ids. They act only in the profile *training*.

${table(head, rowsOf('authorizationServer'))}

## Sample resource server and simulated application

\`services.sampleUpstreams.weaknesses\` lists their ids.

${table(head, rowsOf('sampleUpstreams'))}
`;
}

function diagram(kind: IssuedKind): string {
  const lineOf = ({ from, to, trigger }: StateEdge) =>
    `    ${from ?? '[*]'} --> ${to}: ${trigger.replace(':', ',')}`;
  return `\`\`\`mermaid
stateDiagram-v2
${stateEdges
  .filter((edge) => edge.kind === kind)
  .map(lineOf)
  .join('\n')}
\`\`\``;
}

function statesPage(): string {
  const rows = stateEdges.map(({ kind, from, to, trigger, clause }) => [
    kind,
    from ?? '–',
    to,
    trigger,
    clause,
  ]);
  return `# States of codes and tokens

${made}

## Authorization code

${diagram('authorization_code')}

## Access token

${diagram('access_token')}

## Refresh token

${diagram('refresh_token')}

## Every way

${table(['Kind', 'From', 'To', 'Where', 'Clause'], rows)}
`;
}

function errorsPage(): string {
  const rows = Object.entries(oauthErrorCodes).map(([error, { status, meaning, clause }]) => [
    code(error),
    String(status),
    meaning,
    clause,
  ]);
  return `# Error codes of the authorization server

${made}

${table(['Code', 'HTTP status', 'Meaning', 'Clause'], rows)}
`;
}

const checksFile = join(import.meta.dirname, '../spec/checks.json');

/** The files of tests, with how many of them. */
function proofOf(tests: readonly string[]): string {
  const files = new Map<string, number>();
  for (const name of tests) {
    const file = name.slice(0, name.indexOf(' > '));
    files.set(file, (files.get(file) ?? 0) + 1);
  }
  return [...files].map(([file, count]) => `[${posix.basename(file)}](../../${file}) (${count})`).join(', ');
}

function checksPage(): string {
  const checks = readChecks(JSON.parse(readFileSync(checksFile, 'utf8')));
  const rows = checks.map(({ number, text, tests, faults }) => [
    String(number),
    text,
    proofOf(tests),
    faults.length === 0 ? '–' : faults.map(code).join(', '),
  ]);
  return `# Security checks of the authorization server

${made}

What must hold, with the tests that prove it (how many of each file; \`test/spec/checks.json\` names each, and \`npm test\`
fails where one of them did not pass), and the [weaknesses](weaknesses.md) and faults with which it can be made not to hold.

${table(['#', 'What must hold', 'Proven by', 'Made not to hold by'], rows)}
`;
}

function attacksPage(): string {
  const { unfailable, weaknesses } = readTable();
  const failing = (id: string) =>
    Object.entries(weaknesses)
      .filter(([, verdicts]) => verdicts[id] === 'FAILED' || verdicts[id] === 'WARNING')
      .map(([weakness]) => code(weakness));
  const groups = attackFiles.map(({ group, title, cases }) => {
    const rows = cases.map(({ id, title: name, severity, clauses, cwe, aliases, explain }) => [
      id,
      `${name} (${aliases.join(', ')})`,
      severity,
      explain,
      [...clauses, ...cweNames(cwe)].join(', '),
      failing(id).join(', ') || `– ${unfailable[id] ?? ''}`,
    ]);
    const head = ['Case', 'Attack', 'Severity', 'What an attacker gains', 'References', 'Failed by'];
    return `## ${group}. ${title}\n\n${table(head, rows)}`;
  });
  return `# The attack catalogue

${made}

How it is run, and what the verdicts mean: [guide](../guides/attack-catalogue.md).

${groups.join('\n\n')}
`;
}

test.each([
  ['attack-catalogue', attacksPage],
  ['audit-events', eventsPage],
  ['weaknesses', weaknessesPage],
  ['token-states', statesPage],
  ['file-formats', fileFormatsPage],
  ['oauth', oauthPage],
  ['oauth-errors', errorsPage],
  ['security-checks', checksPage],
  ['cli', () => referencePage(gatehouseReference(), made)],
  ['connector', connectorPage],
  ['contract-rules', contractPage],
  ['workspace', workspacePage],
  ['errors', errorCodesPage],
  ['compatibility', compatibilityPage],
  ['profiles', profilesPage],
])('the reference page %s says what the sources say', async (name, make) => {
  await expect(make()).toMatchFileSnapshot(`../../docs/reference/${name}.md`);
});

test('every member of a workspace file says what it is', () => {
  const silent = workspaceFileKinds.flatMap((kind) =>
    workspaceMembers(kind)
      .filter(({ description }) => description === '')
      .map(({ path }) => `${kind}: ${path}`),
  );
  expect(silent).toEqual([]);
});

test.each([
  ['gatehouse.1', manualPage(gatehouseReference(), { version: '@VERSION@', day: '@DAY@' })],
  ['completion.bash', bashCompletion(gatehouseReference())],
  ['completion.zsh', zshCompletion(gatehouseReference())],
  ['completion.fish', fishCompletion(gatehouseReference())],
])('%s of the packages says what the commands take', async (name, text) => {
  await expect(text).toMatchFileSnapshot(`../../packaging/headless/${name}`);
});
