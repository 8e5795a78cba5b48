import { scopeRule } from './parts/scopes.ts';

const platformScope = /^[\w.-]+:[a-z]+:env:[A-Za-z]+$/;

export const platformScopes = scopeRule({
  id: 'CC-007',
  title: 'A platform scope is requested',
  date: '2019-03-25',
  entries: ['2019-03-25-worker-applications'],
  severity: 'error',
  source: 'spec',
  detection: 'A scope of the form `<prefix>:<verb>:env:<resource>` in requests, documents or scripts.',
  replacement: 'Remove the scope. Use a worker application with roles and client_credentials.',
  hasFix: true,
  holds: { from: '2019-03-25', until: null },
  judge: (scope) =>
    platformScope.test(scope)
      ? {
          message:
            'The request contains a scope of the form <prefix>:<verb>:env:<resource>, which was removed.',
          subject: 'scope :env:',
          fixTitle: 'Remove the scope',
          becomes: null,
        }
      : null,
});
