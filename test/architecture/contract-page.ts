import { fileURLToPath } from 'node:url';
import { loadContractHistory } from '#main/services/contract/index.ts';
import { ruleViews } from '#main/services/contract/service/rule-views.ts';
import type { ContractRule } from '#shared/api/index.ts';
import { code, made, table } from './markdown.ts';

const sources = { spec: 'specification', public: 'public API' } as const;

function rowOf({ id, date, severity, title, detection, replacement, hasFix, source }: ContractRule) {
  const fix = hasFix ? ' Can be fixed automatically.' : '';
  return [
    code(id),
    date ?? 'any',
    severity,
    title,
    `${detection} ${replacement}${fix}`.trim(),
    sources[source],
  ];
}

/** The page of all rules of the contract. */
export function contractPage(): string {
  const history = loadContractHistory(fileURLToPath(new URL('../../resources/contract', import.meta.url)));
  const rules = ruleViews(history);
  const head = ['Rule', 'Date', 'Severity', 'Change', 'Detection and replacement', 'Source'];
  const breaking = rules.filter(({ id }) => id.startsWith('CC-'));
  const since = rules.filter(({ id }) => id.startsWith('CS-'));
  const sinceRows = since.map(({ id, date, title, isDetectable, source }) => [
    code(id),
    date ?? '',
    title,
    isDetectable ? sources[source] : 'not detectable: no artefact names it',
  ]);
  return `# Rules of the contract

${made}

${history.entries.length} dated changes, ${history.resources.length} resources, ${breaking.length} rules for breaking changes, ${since.length} rows for
additions. The last column marks rules that are known only from the public API on which the specification is modelled.

## What breaks, is deprecated or behaves differently

${table(head, breaking.map(rowOf))}

## What is available since

Reported if the contract date is before the date.

${table(['Row', 'Since', 'Addition', 'Source'], sinceRows)}
`;
}
