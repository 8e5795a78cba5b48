import { describe, expect, test } from 'vitest';
import { type AuthorizationServerSettings, settingsOfProfile } from '#shared/workspace/index.ts';
import { attackHosted } from '#test/support/attacks.ts';
import reasons from '../../spec/attack-policies.json' with { type: 'json' };

/** Every setting that decides how a flow goes, away from its default. */
const policies: Readonly<Record<string, Partial<AuthorizationServerSettings>>> = {
  'PKCE is required of every client': { requirePkce: true },
  'the method plain is not taken': { allowPlainPkce: false },
  'answers carry iss': { issuerInResponse: true },
  'refresh tokens roll': { rollRefreshTokens: true },
  'refresh tokens roll, and the old one works for 10 s': { rollRefreshTokens: true, refreshGraceSeconds: 10 },
  'refresh tokens expire': { refreshTokenLifetimeSeconds: 3_600 },
  'access tokens are JWTs': { accessTokenFormat: 'jwt' },
  'access tokens live for a minute': { accessTokenLifetimeSeconds: 60 },
  'codes live for 10 s': { codeLifetimeSeconds: 10 },
  'no session is kept': { sessionLifetimeSeconds: 0 },
  'nobody is locked out': { lockoutAttempts: 0 },
  'the profile is OAuth 2.1': settingsOfProfile('oauth-2.1'),
  'the profile is FAPI 2.0': settingsOfProfile('fapi-2.0-security'),
};
const names = Object.keys(policies);
/** `all`: every policy; else another one each day. */
const today = names[Math.floor(Date.now() / 86_400_000) % names.length] ?? '';
const chosen = process.env['ATTACKS'] === 'all' ? names : [today];

/** Policy, then case, then what it is about the case that keeps it open. */
const explained: Readonly<Record<string, Readonly<Record<string, string>>>> = reasons;

describe('whatever the hosted server is set to, a case comes to a verdict', () => {
  test.each(chosen)('%s', { timeout: 600_000 }, async (name) => {
    const { cases, capabilities } = await attackHosted({
      profile: 'product',
      settings: policies[name] ?? {},
    });
    const open = cases.filter(({ verdict }) => verdict === 'INCONCLUSIVE');
    if (process.env['ATTACKS'] !== undefined)
      for (const { id, reason } of open) process.stdout.write(`${name}: ${id} ${reason}\n`);
    expect(open.map(({ id }) => id)).toEqual(Object.keys(explained[name] ?? {}));
    expect(capabilities?.requests).toBeLessThanOrEqual(30);
  });

  test('a reason is about its case, and “the control failed” is none', () => {
    const all = Object.entries(explained).flatMap(([, cases]) => Object.values(cases));
    expect(all.filter((reason) => reason.length < 40 || /control failed/i.test(reason))).toEqual([]);
    expect(Object.keys(explained).filter((name) => !names.includes(name))).toEqual([]);
  });
});
