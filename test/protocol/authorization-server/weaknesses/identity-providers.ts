import { providerCallbackPath } from '#shared/oauth/index.ts';
import { portalWeb } from '#test/support/authorization-server.ts';
import { Browser } from '../parties.ts';
import type { Attack } from './setting.ts';

const client = {
  grantTypes: ['authorization_code'],
  responseTypes: ['code'],
  skipConsent: true,
};

/** Attacks on the way back from an identity provider: the server itself, once more. */
export const providerAttacks: Readonly<Record<string, Attack>> = {
  'proxy-consent-unbound': async ({ as, trustProvider }) => {
    trustProvider({
      name: 'upstream',
      displayName: 'Upstream',
      issuer: as.origin,
      clientId: 'shop',
      clientSecret: () => 'shop-secret',
      responseType: 'code',
      scope: 'openid',
      usernameClaim: 'sub',
      accepts: 'user',
    });
    as.register({
      ...client,
      clientId: 'shop',
      secret: 'shop-secret',
      redirectUris: [as.origin + providerCallbackPath],
      scopes: ['openid'],
    });
    as.register({ ...portalWeb, ...client, identityProvider: 'upstream' });
    const { location: link } = await new Browser(as).authorize();
    const victim = new Browser(as);
    const { html } = await victim.open(link);
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
    const body = new URLSearchParams({
      txn: hidden('txn'),
      csrf: hidden('csrf'),
      username: 'ann',
      password: 'ann-password',
    });
    const { location: back } = await victim.open('/as/authorization.oauth2', { method: 'POST', body });
    return (await victim.open(back)).location.includes('code=');
  },
};
