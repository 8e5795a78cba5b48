import type { LintCoverage, LintFinding, LintReport } from '#shared/contract/index.ts';

/** A finding, as much of it as a test speaks of. */
export function finding(more: Partial<LintFinding> = {}): LintFinding {
  return {
    id: 'CC-022',
    severity: 'warning',
    title: 'Former device authentication policy',
    message: 'The path is deprecated.',
    replacement: 'Use the plural.',
    subject: '/environments/{}/deviceAuthenticationPolicy',
    location: { file: 'a.json', line: 3, column: 5, endLine: 3, endColumn: 9 },
    artefact: 'script',
    date: '2021-12-16',
    entries: ['2021-12-16-device-authentication-policies'],
    source: 'spec',
    holds: { from: '2021-12-16', until: null },
    key: 'k',
    fix: null,
    ignored: null,
    ...more,
  };
}

export const coverage: LintCoverage = {
  artefacts: 2,
  requests: 14,
  known: 12,
  otherHosts: 3,
  hosts: [{ host: 'api.vendor.example', count: 3, isTold: true }],
  skipped: 0,
  notRead: { count: 0, files: [] },
  untold: { count: 0, places: [] },
  unknown: [{ method: 'GET', template: '/environments/{}/things', count: 2 }],
  rules: {
    total: 4,
    withTarget: ['CC-022'],
    withoutTarget: ['CC-001'],
    notDetectable: ['CS-002'],
    off: ['CC-013'],
  },
};

/** A report of these findings. */
export function reportOf(findings: readonly LintFinding[], more: Partial<LintReport> = {}): LintReport {
  return {
    contractDate: '2022-06-06',
    findings: [...findings],
    coverage,
    errors: [],
    omitted: 0,
    ...more,
  };
}
