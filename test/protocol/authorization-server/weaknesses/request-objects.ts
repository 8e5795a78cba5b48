import { SignJWT } from 'jose';
import { Browser, callback, type Seen } from '../parties.ts';
import { type Attack, privateKey, type Setting } from './setting.ts';

const isTaken = (seen: Seen): boolean => seen.status === 200 && seen.html.includes('name="password"');

function sign({ as }: Setting, changes: object = {}, typ = 'oauth-authz-req+jwt'): Promise<string> {
  const claims = {
    iss: 'portal-web',
    aud: as.origin,
    client_id: 'portal-web',
    exp: as.nowMillis() / 1_000 + 60,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'orders.read',
  };
  return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'ES256', typ }).sign(privateKey);
}

const ask = async (setting: Setting, request: string): Promise<boolean> =>
  isTaken(await new Browser(setting.as).authorize({ request }));

/** Attacks with request objects that the portal signed, by the weakness that lets each succeed. */
export const requestObjectAttacks: Readonly<Record<string, Attack>> = {
  'jar-merged': async (setting) => {
    const browser = new Browser(setting.as);
    await browser.authorize({ request: await sign(setting), scope: 'orders.write' });
    return (await browser.signIn()).html.includes('<code>orders.write</code>');
  },
  'jar-optional': async ({ as }) => {
    as.configure({ requireSignedRequestObject: true });
    return isTaken(await new Browser(as).authorize());
  },
  'jwt-untyped': async (setting) => {
    const assertion = { sub: 'portal-web', jti: 'x', client_id: undefined };
    return ask(setting, await sign(setting, assertion, 'client-authentication+jwt'));
  },
  'jar-claims': async (setting) => ask(setting, await sign(setting, { aud: 'https://else.example', exp: 1 })),
  'jar-client': async (setting) => ask(setting, await sign(setting, { client_id: 'shop' })),
};
