import { scopeRule } from './parts/scopes.ts';

/** Existing scopes, without `self` and their prefix. */
const current: ReadonlySet<string> = new Set([
  'create:device',
  'create:pairingKey',
  'delete:device',
  'delete:pairingKey',
  'delete:sessions',
  'delete:userLinkedAccounts',
  'read:device',
  'read:pairingKey',
  'read:sessions',
  'read:user',
  'read:userConsent',
  'read:userLinkedAccounts',
  'read:userPassword',
  'reset:userPassword',
  'update:device',
  'update:user',
  'update:userMfaEnabled',
  'validate:userPassword',
  'verify:user',
]);

export const selfScopes = scopeRule({
  id: 'CC-008',
  title: 'A scope with “self” is requested',
  date: '2019-03-25',
  entries: ['2019-03-25-worker-applications'],
  severity: 'error',
  source: 'spec',
  detection: 'A scope with the part `self` in requests, documents or scripts.',
  replacement: 'Remove “self”: <prefix>:reset:userPassword.',
  hasFix: true,
  holds: { from: '2019-03-25', until: null },
  judge(scope) {
    const parts = scope.split(':');
    if (parts.length < 3 || !parts.slice(1, -1).includes('self')) return null;
    const [prefix = '', ...rest] = parts.filter((part) => part !== 'self');
    const name = rest.join(':');
    return {
      message: 'The request contains a scope with “self”. The scope was renamed.',
      subject: 'scope :self:',
      ...(current.has(name) ? { fixTitle: 'Remove “self”', becomes: `${prefix}:${name}` } : {}),
    };
  },
});
