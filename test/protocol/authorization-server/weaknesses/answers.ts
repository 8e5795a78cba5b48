import { Browser, callback, exchange, member, obtainCode, type Seen, validate } from '../parties.ts';
import type { Attack } from './setting.ts';

const signInPage = async ({ as }: Parameters<Attack>[0], fields = {}, headers = {}): Promise<Seen> =>
  new Browser(as).authorize(fields, headers);
const lacks =
  (name: string): Attack =>
  async (setting) =>
    (await signInPage(setting)).headers.get(name) === null;

/** Attacks on the answers to browsers and on our own pages, by the weakness that lets each succeed. */
export const answerAttacks: Readonly<Record<string, Attack>> = {
  'framing-allowed': async (setting) => {
    const { headers } = await signInPage(setting);
    const isFramed = headers.get('content-security-policy')?.includes('frame-ancestors') === false;
    return isFramed && headers.get('x-frame-options') === null;
  },
  'scripts-allowed': lacks('content-security-policy'),
  'referrer-told': lacks('referrer-policy'),
  'pages-kept': lacks('cache-control'),
  'cookies-readable': async (setting) =>
    (await signInPage(setting)).headers.getSetCookie().some((cookie) => !cookie.includes('HttpOnly')),
  'origins-allowed': async (setting) => {
    const origin = 'https://evil.example';
    return (await signInPage(setting, {}, { origin })).headers.get('access-control-allow-origin') === origin;
  },
  'markup-not-escaped': async (setting) => {
    const { html } = await signInPage(setting, { login_hint: '"><script>alert(1)</script>' });
    return html.includes('<script>alert(1)');
  },
  'state-not-encoded': async (setting) => {
    const state = 'a&code=of-the-attacker';
    const { location } = await signInPage(setting, { scope: 'unknown', state });
    const broken = await signInPage(setting, { scope: 'unknown', state: 'a\r\nX-Injected: evil' });
    const isInjected = broken.headers.get('x-injected') === 'evil';
    return new URL(location).searchParams.get('state') !== state && isInjected;
  },
  'codes-sequential': async ({ as }) => {
    const numbers = [await obtainCode(as), await obtainCode(as)].map((code) =>
      Number(code.replace('code-', '')),
    );
    return numbers[1] === (numbers[0] ?? 0) + 1;
  },
  'implicit-refresh-token': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize({ client_id: 'token-app', response_type: 'token' });
    await browser.signIn();
    return (await browser.submit({ decision: 'allow' })).location.includes('refresh_token=');
  },
  'session-not-renewed': async ({ as }) => {
    const [victim, attacker] = [new Browser(as), new Browser(as)];
    for (const browser of [victim, attacker]) browser.plant('as_session', 'planted-by-the-attacker');
    await victim.authorize();
    await victim.signIn();
    return !(await attacker.authorize()).html.includes('name="password"');
  },
  'consent-form-trusted': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize({ scope: 'orders.read' });
    await browser.signIn();
    const { location } = await browser.submit({ decision: 'allow', scope: 'admin' });
    const code = URL.parse(location)?.searchParams.get('code') ?? '';
    const issued = await validate(as, member(await exchange(as, code), 'access_token'));
    return issued.body['scope'] === 'admin';
  },
  'denial-not-heard': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize();
    await browser.signIn();
    return (await browser.submit({ decision: 'deny' })).location.startsWith(`${callback}?code=`);
  },
  'passwords-logged': async ({ as }) => {
    await obtainCode(as);
    return as.logged.some((line) => line.includes('ann-password'));
  },
};
