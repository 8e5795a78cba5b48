import { requestRule } from './parts/forms.ts';

export const activeIdentityCounts = requestRule({
  id: 'CC-016',
  title: 'activeIdentityCounts is deprecated',
  date: '2021-02-05',
  entries: ['2021-02-05-active-identity-counts-deprecated'],
  severity: 'warning',
  source: 'spec',
  detection: 'A request to `/environments/{}/activeIdentityCounts`.',
  replacement:
    'Ask for metrics/activeIdentityCounts of the environment; for an organization, for metrics/activeIdentityCount of its licence.',
  hasFix: true,
  templates: ['/environments/{}/activeIdentityCounts'],
  check: () => [
    {
      part: { part: 'path' },
      message: 'activeIdentityCounts is deprecated: it has moved below metrics.',
      subject: '/environments/{}/activeIdentityCounts',
      fix: {
        title: 'Ask below metrics',
        changes: [
          {
            kind: 'replace',
            of: { part: 'path' },
            from: 'activeIdentityCounts',
            to: 'metrics/activeIdentityCounts',
          },
        ],
      },
    },
  ],
});
