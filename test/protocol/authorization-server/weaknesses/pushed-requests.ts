import { portalWeb } from '#test/support/authorization-server.ts';
import { Browser, callback, member, postTo, type Seen, type TokenAnswer } from '../parties.ts';
import type { Attack, Setting } from './setting.ts';

type Fields = Readonly<Record<string, string>>;

const plain = { response_type: 'code', redirect_uri: callback, scope: 'orders.read' };
const isTaken = (seen: Seen): boolean => seen.status === 200 && seen.html.includes('name="password"');

const push = (
  { as }: Setting,
  fields: Fields = {},
  client: string | undefined = 'portal-web',
): Promise<TokenAnswer> => postTo(as, '/as/par.oauth2', { ...plain, ...fields }, client);

const pushAlone = ({ as }: Setting, fields: Fields): Promise<TokenAnswer> =>
  postTo(as, '/as/par.oauth2', { ...plain, ...fields });

const open = (
  { as }: Setting,
  requestUri: string,
  more: Fields = {},
  browser = new Browser(as),
): Promise<Seen> => {
  const query = new URLSearchParams({ client_id: 'portal-web', request_uri: requestUri, ...more });
  return browser.open(`/as/authorization.oauth2?${query}`);
};

const pushed = async (setting: Setting): Promise<string> => member(await push(setting), 'request_uri');

/** Attacks on pushed requests, by the weakness that lets each succeed. */
export const pushedRequestAttacks: Readonly<Record<string, Attack>> = {
  'par-unbound': async (setting) =>
    isTaken(await open(setting, await pushed(setting), { client_id: 'double' })),
  'par-reusable': async (setting) => {
    const uri = await pushed(setting);
    const browser = new Browser(setting.as);
    await open(setting, uri, {}, browser);
    await browser.signIn();
    await browser.submit({ decision: 'allow' });
    return (await open(setting, uri, {}, browser)).location.includes('code=');
  },
  'par-eternal': async (setting) => {
    const uri = await pushed(setting);
    setting.as.advance(300_000);
    return isTaken(await open(setting, uri));
  },
  'par-merged': async (setting) => {
    const browser = new Browser(setting.as);
    await open(setting, await pushed(setting), { scope: 'orders.write' }, browser);
    return (await browser.signIn()).html.includes('<code>orders.write</code>');
  },
  'par-optional': async (setting) => {
    setting.as.configure({ requirePushedAuthorizationRequests: true });
    return isTaken(await new Browser(setting.as).authorize());
  },
  'par-stale-policy': async (setting) => {
    const uri = await pushed(setting);
    setting.as.register({ ...portalWeb, scopes: ['orders.read'], redirectUris: ['https://new.example/cb'] });
    return isTaken(await open(setting, uri));
  },
  'par-any-redirect': async (setting) => {
    const evil = { redirect_uri: 'https://evil.example/steal' };
    const answer = await push(setting, evil);
    return answer.status === 201 && isTaken(await open(setting, member(answer, 'request_uri')));
  },
  'par-nested': async (setting) => {
    await push(setting, { request_uri: `${setting.as.origin}/.well-known/openid-configuration` });
    return setting.as.sent.length > 0;
  },
  'par-unauthenticated': async (setting) =>
    (await pushAlone(setting, { client_id: 'portal-web' })).status === 201,
  'par-guessable': async (setting) => {
    const [first, second] = [await pushed(setting), await pushed(setting)];
    const numberOf = (uri: string) => Number(/-(\d+)$/.exec(uri)?.[1]);
    return numberOf(second) === numberOf(first) + 1;
  },
};
