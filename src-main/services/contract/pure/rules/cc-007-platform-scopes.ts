import { scopeRule } from './parts/scopes.ts';

const platformScope = /^[\w.-]+:[a-z]+:env:[A-Za-z]+$/;

export const platformScopes = scopeRule({
  id: 'CC-007',
  title: 'A platform scope is asked for',
  date: '2019-03-25',
  entries: ['2019-03-25-worker-applications'],
  severity: 'error',
  source: 'spec',
  detection: 'A scope of the form `<prefix>:<verb>:env:<resource>` in requests, documents or scripts.',
  replacement: 'Leave the scope out: a worker application has its roles, and asks by client_credentials.',
  hasFix: true,
  holds: { from: '2019-03-25', until: null },
  judge: (scope) =>
    platformScope.test(scope)
      ? {
          message: 'A scope of the form <prefix>:<verb>:env:<resource> is asked for, which is gone.',
          subject: 'scope :env:',
          fixTitle: 'Leave the scope out',
          becomes: null,
        }
      : null,
});
