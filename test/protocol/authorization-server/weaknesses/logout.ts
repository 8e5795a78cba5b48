import { Browser, callback, exchange, member, refresh } from '../parties.ts';
import type { Attack, Setting } from './setting.ts';

/** A browser in which ann is signed in, and what the portal got for it. */
async function signedIn({ as }: Setting) {
  const browser = new Browser(as);
  await browser.authorize({ scope: 'openid' });
  await browser.signIn();
  const seen = await browser.submit({ decision: 'allow' });
  const answer = await exchange(as, new URL(seen.location).searchParams.get('code') ?? '');
  return { browser, idToken: member(answer, 'id_token'), refreshToken: member(answer, 'refresh_token') };
}

const endSession = (browser: Browser, fields: Readonly<Record<string, string>>) =>
  browser.open(`/as/end_session.openid?${new URLSearchParams(fields)}`);

/** Attacks on sign-outs, by the weakness that lets each succeed. */
export const logoutAttacks: Readonly<Record<string, Attack>> = {
  'logout-open-redirect': async (setting) => {
    const { browser, idToken } = await signedIn(setting);
    const evil = { id_token_hint: idToken, post_logout_redirect_uri: 'https://evil.example/' };
    return (await endSession(browser, evil)).location === 'https://evil.example/';
  },
  'logout-csrf': async (setting) => {
    const { browser } = await signedIn(setting);
    await endSession(browser, {});
    return (await browser.authorize({ prompt: 'none' })).location.includes('login_required');
  },
  'logout-ssrf': async (setting) => {
    const { browser, idToken } = await signedIn(setting);
    // It answers with an error, and was called all the same.
    const inside = `${setting.as.origin}/as/jwks`;
    await endSession(browser, { id_token_hint: idToken, backchannel_logout_uri: inside });
    return setting.as.sent.length > 0;
  },
  'logout-half': async (setting) => {
    const { browser, idToken, refreshToken } = await signedIn(setting);
    const stolen = new Browser(setting.as);
    stolen.plant('as_session', browser.cookie('as_session'));
    await endSession(browser, { id_token_hint: idToken });
    const seen = await stolen.authorize({ prompt: 'none', scope: 'openid', redirect_uri: callback });
    return seen.location.includes('code=') && (await refresh(setting.as, refreshToken)).status === 200;
  },
};
