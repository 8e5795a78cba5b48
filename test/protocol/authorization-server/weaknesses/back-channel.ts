import { encodeAssertion } from '#main/services/saml/index.ts';
import { callback, exchange, member, obtainCode, postTo, postToken, refresh, validate } from '../parties.ts';
import { type Attack, exchangeGrant, type Setting, samlGrant } from './setting.ts';

const works = async (request: Promise<{ readonly status: number }>): Promise<boolean> =>
  (await request).status === 200;
const isValid = async ({ as }: Setting, token: string): Promise<boolean> => works(validate(as, token));

const assert =
  (options: Parameters<Setting['issuer']['build']>[0]): Attack =>
  async ({ as, issuer }) => {
    const recipient = `${as.origin}/as/token.oauth2`;
    const xml = issuer.build({ audience: as.origin, recipient, ...options });
    const assertion = encodeAssertion(xml);
    return works(postToken(as, { grant_type: samlGrant, assertion }, 'portal-web'));
  };

async function guess({ as }: Setting): Promise<boolean> {
  const attempt = (password: string) =>
    postToken(as, { grant_type: 'password', username: 'ann', password }, 'portal-web');
  for (let count = 0; count < 8; count += 1) await attempt('guess');
  return works(attempt('ann-password'));
}

/** Attacks on codes, tokens, clients and assertions, by the weakness that lets each succeed. */
export const backChannelAttacks: Readonly<Record<string, Attack>> = {
  'client-secret-not-compared': async ({ as }) =>
    works(
      postToken(as, {
        grant_type: 'password',
        client_id: 'portal-web',
        client_secret: 'x',
        username: 'ann',
        password: 'ann-password',
      }),
    ),
  'client-secret-optional': async ({ as }) =>
    works(
      postToken(as, {
        grant_type: 'password',
        client_id: 'portal-web',
        username: 'ann',
        password: 'ann-password',
      }),
    ),
  'client-methods-mixed': async ({ as }) =>
    works(
      postToken(
        as,
        { grant_type: 'password', client_secret: 'x', username: 'ann', password: 'ann-password' },
        'portal-web',
      ),
    ),
  'grant-not-registered': async ({ as }) =>
    works(postToken(as, { grant_type: 'client_credentials' }, 'portal-web')),
  'form-repeats': async ({ as }) =>
    works(postToken(as, 'grant_type=password&username=ann&username=bob&password=ann-password', 'portal-web')),
  'code-not-bound': async ({ as }) => {
    const code = await obtainCode(as);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
    return works(postToken(as, fields, 'shop'));
  },
  'code-reusable': async ({ as }) => {
    const code = await obtainCode(as);
    await exchange(as, code);
    return works(exchange(as, code));
  },
  'code-replay-unpunished': async (setting) => {
    const code = await obtainCode(setting.as);
    const first = await exchange(setting.as, code);
    await exchange(setting.as, code);
    return isValid(setting, member(first, 'access_token'));
  },
  'code-never-expires': async ({ as }) => {
    const code = await obtainCode(as);
    as.advance(300_000);
    return works(exchange(as, code));
  },
  'code-survives-failure': async ({ as }) => {
    const code = await obtainCode(as);
    await exchange(as, code, { redirect_uri: 'http://else.example/' });
    return works(exchange(as, code));
  },
  'redirect-uri-not-compared': async ({ as }) =>
    works(exchange(as, await obtainCode(as), { redirect_uri: 'http://else.example/' })),
  'refresh-not-bound': async ({ as, tokens }) => {
    const fields = { grant_type: 'refresh_token', refresh_token: (await tokens()).refresh };
    return works(postToken(as, fields, 'shop'));
  },
  'refresh-reuse-unnoticed': async ({ as, tokens }) => {
    const stolen = (await tokens()).refresh;
    await refresh(as, stolen);
    return works(refresh(as, stolen));
  },
  'refresh-after-revocation': async ({ as, tokens }) => {
    const token = (await tokens()).refresh;
    await postTo(as, '/as/revoke_token.oauth2', { token }, 'portal-web');
    return works(refresh(as, token));
  },
  'refresh-never-expires': async ({ as, tokens }) => {
    const token = (await tokens()).refresh;
    as.advance(86_400_000 + 1);
    return works(refresh(as, token));
  },
  'refresh-widens-scope': async ({ as, tokens }) =>
    works(refresh(as, (await tokens('orders.read')).refresh, { scope: 'orders.write' })),
  'public-client-alone': async ({ as }) =>
    works(postToken(as, { grant_type: 'client_credentials', client_id: 'kiosk' })),
  'password-tells-names': async ({ as }) => {
    const ask = (username: string) =>
      postToken(as, { grant_type: 'password', username, password: 'x' }, 'portal-web');
    return (await ask('ann')).text !== (await ask('nobody')).text;
  },
  'password-guesses-not-counted': guess,
  'saml-signature-not-verified': assert({ shape: 'unsigned' }),
  'saml-name-cut': async ({ as, issuer }) => {
    const recipient = `${as.origin}/as/token.oauth2`;
    const own = issuer.build({ audience: as.origin, recipient, subject: 'ann.of-the-attacker' });
    const assertion = encodeAssertion(own.replace('>ann.of', '>ann<!-- -->.of'));
    return works(postToken(as, { grant_type: samlGrant, assertion }, 'portal-web'));
  },
  'saml-audience-ignored': assert({ audience: 'https://else.example' }),
  'saml-recipient-ignored': assert({ recipient: 'https://else.example/token' }),
  'saml-replayed': async ({ as, issuer }) => {
    const recipient = `${as.origin}/as/token.oauth2`;
    const assertion = encodeAssertion(issuer.build({ audience: as.origin, recipient }));
    const fields = { grant_type: samlGrant, assertion };
    await postToken(as, fields, 'portal-web');
    return works(postToken(as, fields, 'portal-web'));
  },
  'validation-after-expiry': async (setting) => {
    const { access } = await setting.tokens();
    setting.as.advance(7_200_000);
    return isValid(setting, access);
  },
  'validation-after-revocation': async (setting) => {
    const { access } = await setting.tokens();
    await postTo(setting.as, '/as/revoke_token.oauth2', { token: access }, 'portal-web');
    return isValid(setting, access);
  },
  'exchange-widens-scope': async ({ as, tokens }) => {
    const fields = {
      grant_type: exchangeGrant,
      subject_token: (await tokens('orders.read')).access,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'orders.write',
    };
    return works(postToken(as, fields, 'shop'));
  },
  'introspection-open': async ({ as, tokens }) => {
    const { access: token } = await tokens();
    return works(postTo(as, '/as/introspect.oauth2', { token, client_id: 'kiosk' }));
  },
  'revocation-of-others': async (setting) => {
    const { access: token } = await setting.tokens();
    await postTo(setting.as, '/as/revoke_token.oauth2', { token }, 'shop');
    return !(await isValid(setting, token));
  },
  'revocation-in-name-only': async (setting) => {
    const { access: token } = await setting.tokens();
    await postTo(setting.as, '/as/revoke_token.oauth2', { token }, 'portal-web');
    return isValid(setting, token);
  },
  'userinfo-for-any-token': async ({ as, tokens }) => {
    const { access } = await tokens('orders.read');
    const headers = { authorization: `Bearer ${access}` };
    return works(fetch(`${as.origin}/as/userinfo.openid`, { headers }));
  },
};
