import type { ContractEntry, LintFinding } from '#shared/contract/index.ts';

/** An entry of a history, with what a test says of it. */
export function entryOf(id: string, said: Partial<ContractEntry> = {}): ContractEntry {
  return {
    id,
    date: id.slice(0, 10),
    row: id,
    title: `Change ${id}`,
    text: 'Something changed.',
    kind: 'changed',
    area: 'mfa',
    resources: [],
    endpoints: [],
    breaking: 'additive',
    rules: [],
    links: [],
    ...said,
  };
}

/** A finding, with what a test says of it. */
export function findingOf(key: string, said: Partial<LintFinding> = {}): LintFinding {
  return {
    id: 'CC-022',
    severity: 'warning',
    title: 'Deprecated path',
    message: 'The path is deprecated.',
    replacement: 'Use the new one.',
    subject: '/environments/{}/deviceAuthenticationPolicy',
    location: { file: 'session.har', line: 3, column: 5 },
    artefact: 'har',
    date: '2021-12-16',
    entries: ['2021-12-16-policies'],
    source: 'spec',
    holds: { from: '2021-12-16', until: null },
    key,
    fix: null,
    ignored: null,
    ...said,
  };
}
