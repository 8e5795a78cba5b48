import { createPublicKey } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { Browser, callback, challenge, obtainCode, postToken, type Seen, verifier } from '../parties.ts';
import { type Attack, publicKey, type Setting } from './setting.ts';

/** True if a request got as far as our sign-in page. */
const isTaken = (seen: Seen): boolean => seen.status === 200 && seen.html.includes('name="password"');
const ask = async ({ as }: Setting, fields: Readonly<Record<string, string>>): Promise<Seen> =>
  new Browser(as).authorize(fields);
const leads =
  (redirect_uri: string, client_id = 'portal-web'): Attack =>
  async (setting) =>
    isTaken(await ask(setting, { redirect_uri, client_id }));
const raw = async ({ as }: Setting, query: string): Promise<Seen> =>
  new Browser(as).open(`/as/authorization.oauth2?${query}`);

/** Where a refused request sends the browser. */
async function refusedAt(as: Setting['as']): Promise<string> {
  return (await new Browser(as).authorize({ scope: 'unknown' })).location;
}

async function guess({ as }: Setting, browser: Browser): Promise<boolean> {
  await browser.authorize();
  for (let attempt = 0; attempt < 8; attempt += 1) await browser.signIn('ann', 'guess');
  const seen = await browser.signIn('ann');
  return !as.tags().includes('event:user.sign_in_failed') && !seen.html.includes('role="alert"');
}

/** Attacks on the authorization endpoint and its pages, by the weakness that lets each succeed. */
export const frontChannelAttacks: Readonly<Record<string, Attack>> = {
  'redirect-uri-prefix': leads(`${callback}.evil.example/steal`),
  'redirect-uri-same-host': leads('http://127.0.0.1:9035/open-redirector?to=evil'),
  'redirect-uri-query-ignored': leads(`${callback}?next=evil`),
  'redirect-uri-any-case': leads('http://127.0.0.1:9035/CB'),
  'redirect-uri-substring': leads('https://evil.example/shop.example/', 'shop'),
  'redirect-uri-any': leads('https://evil.example/', 'shop'),
  'redirect-uri-any-loopback': leads('http://localhost:4444/steal'),
  'redirect-uri-first-taken': leads('', 'double'),
  'redirect-uri-any-scheme': leads('javascript:alert(1)', 'scripted'),
  'redirect-uri-fragment-ignored': leads(`${callback}#x`),
  'redirect-uri-other-used': async (setting) => {
    const uris = [callback, 'https://evil.example/'].map((uri) => `redirect_uri=${encodeURIComponent(uri)}`);
    return isTaken(await raw(setting, `client_id=portal-web&response_type=code&${uris.join('&')}`));
  },
  'client-unknown-redirected': async (setting) => {
    const evil = { client_id: 'nobody', redirect_uri: 'https://evil.example/' };
    return (await ask(setting, evil)).location.startsWith('https://evil.example/?error=');
  },
  'state-not-returned': async ({ as }) => !(await refusedAt(as)).includes('state=af0'),
  'response-type-guessed': async (setting) => isTaken(await ask(setting, { response_type: 'CODE foo' })),
  'scope-syntax-ignored': async (setting) => isTaken(await ask(setting, { scope: 'orders.read "x"' })),
  'unknown-parameter-refused': async (setting) => !isTaken(await ask(setting, { utm_source: 'x' })),
  'token-in-query': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize({ client_id: 'token-app', response_type: 'token', response_mode: 'query' });
    await browser.signIn();
    return (await browser.submit({ decision: 'allow' })).location.includes('?access_token=');
  },
  'request-uri-fetched': async (setting) => {
    await ask(setting, { request_uri: `${setting.as.origin}/.well-known/openid-configuration` });
    return setting.as.sent.length > 0;
  },
  'parameters-repeated': async (setting) =>
    isTaken(
      await raw(setting, `client_id=portal-web&response_type=code&scope=orders.read&scope=orders.write`),
    ),
  'response-type-unregistered': async (setting) => {
    const browser = new Browser(setting.as);
    await browser.authorize({ client_id: 'shop', redirect_uri: '', response_type: 'token' });
    await browser.signIn();
    return (await browser.submit({ decision: 'allow' })).location.includes('#access_token=');
  },
  'scope-unregistered': async (setting) => isTaken(await ask(setting, { scope: 'admin' })),
  'nonce-optional': async (setting) =>
    isTaken(await ask(setting, { response_type: 'id_token', scope: 'openid' })),
  'max-age-ignored': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize();
    await browser.signIn();
    await browser.submit({ decision: 'allow' });
    as.advance(3_600_000);
    return (await browser.authorize({ max_age: '10' })).location.includes('code=');
  },
  'challenge-optional': async (setting) => isTaken(await ask(setting, { client_id: 'mobile-app' })),
  'challenge-plain': async (setting) =>
    isTaken(await ask(setting, { code_challenge: verifier, code_challenge_method: 'plain' })),
  'request-object-unsigned': async (setting) =>
    isTaken(await ask(setting, { request: new UnsecuredJWT({ client_id: 'portal-web' }).encode() })),
  'request-object-unverified': async (setting) =>
    isTaken(
      await ask(setting, { request: `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.e30.AAAA` }),
    ),
  'request-object-hmac': async (setting) => {
    const secret = createPublicKey({ key: publicKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    const signed = new SignJWT({ client_id: 'portal-web' }).setProtectedHeader({ alg: 'HS256' });
    return isTaken(await ask(setting, { request: await signed.sign(Buffer.from(secret)) }));
  },
  'issuer-wrong': async ({ as }) => {
    as.configure({ issuerInResponse: true });
    const issuer = new URL(await refusedAt(as)).searchParams.get('iss');
    return issuer !== null && issuer !== as.origin;
  },
  'redirect-posts-again': async ({ as }) => {
    await obtainCode(as);
    const browser = new Browser(as);
    await browser.authorize();
    const { status, location } = await browser.submitRaw({ username: 'ann', password: 'ann-password' });
    return status === 307 && location.startsWith(`${callback}?code=`);
  },
  'form-forgeable': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize();
    const { html } = await browser.signIn();
    const txn = /name="txn" value="([^"]*)"/.exec(html)?.[1] ?? '';
    const body = new URLSearchParams({ txn, csrf: 'of another site', decision: 'allow' });
    const seen = await browser.open('/as/authorization.oauth2', { method: 'POST', body });
    return seen.location.includes('code=');
  },
  'transaction-not-bound': async ({ as }) => {
    const begun = await new Browser(as).authorize();
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(begun.html)?.[1] ?? '';
    const body = new URLSearchParams({
      txn: hidden('txn'),
      csrf: hidden('csrf'),
      username: 'ann',
      password: 'ann-password',
    });
    const seen = await new Browser(as).open('/as/authorization.oauth2', { method: 'POST', body });
    return seen.status === 303;
  },
  'guesses-not-counted': async (setting) => guess(setting, new Browser(setting.as)),
  'consent-not-asked': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize();
    return (await browser.signIn()).location.includes('code=');
  },
  'verifier-optional': async ({ as }) => {
    const fields = { client_id: 'mobile-app', code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(as, fields);
    const stolen = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: 'mobile-app',
    };
    return (await postToken(as, stolen)).status === 200;
  },
  'verifier-not-compared': async ({ as }) => {
    const fields = { client_id: 'mobile-app', code_challenge: challenge, code_challenge_method: 'S256' };
    const code = await obtainCode(as, fields);
    const stolen = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      client_id: 'mobile-app',
      code_verifier: 'x'.repeat(43),
    };
    return (await postToken(as, stolen)).status === 200;
  },
};
