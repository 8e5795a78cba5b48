import { createHash, createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { callback, exchange, member, obtainCode, postTo, postToken, refresh, validate } from '../parties.ts';
import type { Attack, Setting } from './setting.ts';
import { form, sendAsIs } from './wire.ts';

const password = { grant_type: 'password', username: 'ann', password: 'ann-password' };
const works = async (request: Promise<{ readonly status: number }>): Promise<boolean> =>
  (await request).status === 200;
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const claims = { client_id: 'portal-web', sub: 'ann', scope: 'admin' };

async function post(
  { as }: Setting,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<number> {
  const body = new URLSearchParams(fields).toString();
  const path = `/as/token.oauth2${query}`;
  return (await sendAsIs(as, { method: 'POST', path, headers: { ...form, ...headers }, body })).status;
}

async function codeFor({ as }: Setting, verifier: string): Promise<string> {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return obtainCode(as, {
    client_id: 'mobile-app',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
}

const redeem = ({ as }: Setting, code: string, verifier: string) =>
  postToken(as, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: 'mobile-app',
    code_verifier: verifier,
  });

async function successes(requests: readonly Promise<{ readonly status: number }>[]): Promise<number> {
  return (await Promise.all(requests)).filter(({ status }) => status === 200).length;
}

/** Further attacks on the token endpoint, by the weakness that lets each succeed. */
export const tokenAttacks: Readonly<Record<string, Attack>> = {
  'token-answers-kept': async ({ as }) =>
    (await postToken(as, password, 'portal-web')).headers.get('cache-control') === null,
  'query-parameters-taken': async (setting) =>
    (await post(setting, password, {}, '?client_id=portal-web&client_secret=portal-web-secret')) === 200,
  'client-id-not-compared': async ({ as }) =>
    works(postToken(as, { ...password, client_id: 'shop' }, 'portal-web')),
  'client-tells-names': async ({ as }) => {
    const ask = (id: string) => postToken(as, { ...password, client_id: id, client_secret: 'x' });
    return (await ask('portal-web')).text !== (await ask('nobody')).text;
  },
  'odd-credentials-crash': async (setting) =>
    (await post(setting, password, { authorization: 'Basic !!!' })) === 500,
  'basic-not-decoded': async (setting) =>
    (await post(
      setting,
      { grant_type: 'client_credentials' },
      { authorization: basic('coded', 'a%3Ab%25%2Bc') },
    )) !== 200,
  'spraying-unnoticed': async ({ as }) => {
    const attempt = (username: string, secret: string) =>
      postToken(as, { grant_type: 'password', username, password: secret }, 'portal-web');
    for (let count = 0; count < 25; count += 1) await attempt(`name-${count}`, 'Summer2026');
    return works(attempt('ann', 'ann-password'));
  },
  'secret-guesses-not-counted': async (setting) => {
    const attempt = (secret: string) =>
      post(setting, { ...password, client_id: 'portal-web', client_secret: secret });
    for (let count = 0; count < 25; count += 1) await attempt('guess');
    return (await attempt('portal-web-secret')) === 200;
  },
  'error-echoes-input': async ({ as }) =>
    String((await postToken(as, { grant_type: 'a"b' }, 'portal-web')).body['error_description']).includes(
      '"',
    ),
  'token-scope-unregistered': async ({ as }) =>
    works(postToken(as, { ...password, scope: 'admin' }, 'portal-web')),
  'client-gets-refresh-token': async ({ as }) =>
    'refresh_token' in (await postToken(as, { grant_type: 'client_credentials' }, 'ann')).body,
  'code-read-in-part': async ({ as }) => works(exchange(as, `${await obtainCode(as)}A`)),
  'access-tokens-sequential': async ({ as }) => {
    const next = async () => member(await postToken(as, password, 'portal-web'), 'access_token');
    const [one, other] = [await next(), await next()].map((token) => Number(token.replace('token-', '')));
    return other === (one ?? 0) + 1;
  },
  'code-missing-crashes': async (setting) =>
    (await post(
      setting,
      { grant_type: 'authorization_code' },
      { authorization: basic('portal-web', 'portal-web-secret') },
    )) === 500,
  'code-used-late': async ({ as }) => {
    const code = await obtainCode(as);
    return (await successes([1, 2, 3, 4].map(() => exchange(as, code)))) > 1;
  },
  'verifier-any-form': async (setting) => works(redeem(setting, await codeFor(setting, 'short'), 'short')),
  'verifier-may-be-challenge': async (setting) => {
    const verifier = 'v'.repeat(43);
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return works(redeem(setting, await codeFor(setting, verifier), challenge));
  },
  'refresh-scope-lost': async ({ as, tokens }) => {
    const first = await refresh(as, (await tokens('orders.read orders.write')).refresh, {
      scope: 'orders.read',
    });
    const second = await refresh(as, member(first, 'refresh_token'));
    return (await validate(as, member(second, 'access_token'))).body['scope'] === 'orders.read';
  },
  'refresh-reuse-unpunished': async ({ as, tokens }) => {
    const stolen = (await tokens()).refresh;
    const next = member(await refresh(as, stolen), 'refresh_token');
    await refresh(as, stolen);
    return works(refresh(as, next));
  },
  'refresh-rolled-late': async ({ as, tokens }) => {
    const token = (await tokens()).refresh;
    return (await successes([refresh(as, token), refresh(as, token)])) > 1;
  },
  'access-token-refreshes': async ({ as, tokens }) => works(refresh(as, (await tokens()).access)),
  'user-gone-refreshes': async ({ as, tokens }) => {
    const token = (await tokens()).refresh;
    as.unregister('ann');
    return works(refresh(as, token));
  },
  'refresh-token-validates': async ({ as, tokens }) => works(validate(as, (await tokens()).refresh)),
  'validation-tells-states': async ({ as, tokens }) => {
    const { access: token } = await tokens();
    await postTo(as, '/as/revoke_token.oauth2', { token }, 'portal-web');
    return (await validate(as, token)).text !== (await validate(as, 'never-issued')).text;
  },
  'client-described-as-user': async ({ as }) => {
    const issued = await postToken(as, { grant_type: 'client_credentials' }, 'ann');
    const { body } = await validate(as, member(issued, 'access_token'));
    return (body['access_token'] as { username?: string }).username === 'ann';
  },
  'jwt-unsigned-believed': async ({ as }) => works(validate(as, new UnsecuredJWT(claims).encode())),
  'jwt-hmac-believed': async ({ as }) => {
    const { keys } = (await (await fetch(`${as.origin}/as/jwks`)).json()) as {
      keys: Record<string, string>[];
    };
    const [key = {}] = keys;
    const secret = createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
    return works(validate(as, await signed.sign(Buffer.from(secret))));
  },
  'jwt-own-key-believed': async ({ as }) => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk = await exportJWK(publicKey);
    const signed = new SignJWT(claims).setProtectedHeader({ alg: 'ES256', jwk });
    return works(validate(as, await signed.sign(privateKey)));
  },
};
