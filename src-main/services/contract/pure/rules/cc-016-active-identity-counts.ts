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
    'Use metrics/activeIdentityCounts of the environment. For an organization, use metrics/activeIdentityCount of its licence.',
  hasFix: true,
  templates: ['/environments/{}/activeIdentityCounts'],
  check: () => [
    {
      part: { part: 'path' },
      message: 'activeIdentityCounts is deprecated. It moved to metrics.',
      subject: '/environments/{}/activeIdentityCounts',
      fix: {
        title: 'Use the path below metrics',
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
