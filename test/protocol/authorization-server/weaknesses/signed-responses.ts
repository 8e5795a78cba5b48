import { decodeJwt } from 'jose';
import {
  Browser,
  callback,
  member,
  obtainCallback,
  obtainCode,
  postToken,
  validateBearer,
} from '../parties.ts';
import { type Attack, exchangeGrant, orders, stock } from './setting.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

/** Attacks on responses in one JWT and on tokens for resources, by the weakness that lets each succeed. */
export const signedResponseAttacks: Readonly<Record<string, Attack>> = {
  'jarm-leaks': async ({ as }) => {
    const { searchParams } = await obtainCallback(as, { response_mode: 'jwt' });
    const { code, state } = decodeJwt(searchParams.get('response') ?? '');
    return searchParams.get('code') === code && searchParams.get('state') === state;
  },
  'jarm-token-in-query': async ({ as }) => {
    const browser = new Browser(as);
    await browser.authorize({ client_id: 'token-app', response_type: 'token', response_mode: 'query.jwt' });
    await browser.signIn();
    const { location } = await browser.submit({ decision: 'allow' });
    const jwt = location === '' ? null : new URL(location).searchParams.get('response');
    return jwt !== null && 'access_token' in decodeJwt(jwt);
  },
  'exchange-fallback': async ({ as }) =>
    (await postToken(as, { grant_type: exchangeGrant, subject_token_type: accessTokenType }, 'shop'))
      .status === 200,
  'as-resource-ignored': async ({ as }) => {
    const answer = await postToken(as, { grant_type: 'client_credentials', resource: stock }, 'double');
    const shown = { grant_type: validateBearer, token: member(answer, 'access_token'), aud: orders };
    return (await postToken(as, shown, 'orders-api')).status === 200;
  },
  'resource-widened': async ({ as }) => {
    const code = await obtainCode(as, { client_id: 'double', resource: orders });
    const redeem = { grant_type: 'authorization_code', code, redirect_uri: callback };
    const answer = await postToken(as, { ...redeem, resource: stock }, 'double');
    if (answer.status !== 200) return false;
    const shown = { grant_type: validateBearer, token: member(answer, 'access_token'), aud: stock };
    return (await postToken(as, shown, 'orders-api')).status === 200;
  },
};
