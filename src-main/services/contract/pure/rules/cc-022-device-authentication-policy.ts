import { requestRule } from './parts/forms.ts';

export const deviceAuthenticationPolicy = requestRule({
  id: 'CC-022',
  title: 'deviceAuthenticationPolicy is deprecated',
  date: '2021-12-16',
  entries: ['2021-12-16-device-authentication-policies'],
  severity: 'warning',
  source: 'spec',
  detection: 'A request to `/environments/{}/deviceAuthenticationPolicy`, with or without an id.',
  replacement: 'Use deviceAuthenticationPolicies. It is a list. The previous single policy is its default.',
  hasFix: true,
  templates: [
    '/environments/{}/deviceAuthenticationPolicy',
    '/environments/{}/deviceAuthenticationPolicy/{}',
  ],
  check: () => [
    {
      part: { part: 'path' },
      message: 'deviceAuthenticationPolicy is deprecated but still works.',
      subject: '/environments/{}/deviceAuthenticationPolicy',
      fix: {
        title: 'Use deviceAuthenticationPolicies',
        changes: [
          {
            kind: 'replace',
            of: { part: 'path' },
            from: 'deviceAuthenticationPolicy',
            to: 'deviceAuthenticationPolicies',
          },
        ],
      },
    },
  ],
});
