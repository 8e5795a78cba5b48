import { postToken } from '../parties.ts';
import type { Attack, Setting } from './setting.ts';
import { form, sendAsIs } from './wire.ts';

const password = { grant_type: 'password', username: 'ann', password: 'ann-password' };
const credentials = { client_id: 'portal-web', client_secret: 'portal-web-secret' };
const metadata = { method: 'GET', path: '/.well-known/oauth-authorization-server' };

async function issuerSeenBy({ as }: Setting, headers: Readonly<Record<string, string>>): Promise<string> {
  const { status, text } = await sendAsIs(as, { ...metadata, headers });
  return status === 200 ? (JSON.parse(text) as { issuer: string }).issuer : '';
}

const posts =
  (type: string, body: string): Attack =>
  async ({ as }) => {
    const headers = { 'content-type': type };
    return (await sendAsIs(as, { method: 'POST', path: '/as/token.oauth2', headers, body })).status === 200;
  };

/** Attacks on what every request has to pass, by the weakness that lets each succeed. */
export const requestGuardAttacks: Readonly<Record<string, Attack>> = {
  'host-not-checked': async ({ as }) => {
    const headers = { host: 'rebind.attacker.example' };
    return (await sendAsIs(as, { ...metadata, headers })).status === 200;
  },
  'issuer-from-host': async (setting) =>
    (await issuerSeenBy(setting, { host: 'evil.example' })) === 'http://evil.example',
  'forwarded-trusted': async (setting) =>
    (await issuerSeenBy(setting, { 'x-forwarded-host': 'evil.example' })) === 'https://evil.example',
  'body-unbounded': async ({ as }) =>
    (await postToken(as, { ...password, padding: 'x'.repeat(100_000) }, 'portal-web').catch(() => null))
      ?.status === 200,
  'method-any': async ({ as }) => {
    const query = new URLSearchParams({ ...password, ...credentials });
    return (await sendAsIs(as, { method: 'GET', path: `/as/token.oauth2?${query}` })).status === 200;
  },
  'json-body-taken': posts('application/json', JSON.stringify({ ...password, ...credentials })),
  'parameters-nested': posts(
    form['content-type'],
    new URLSearchParams({ ...password, ...credentials }).toString().replace('grant_type=', 'grant_type[]='),
  ),
  'parameters-in-object': async ({ as }) => {
    const body = 'grant_type=password&constructor=x';
    return (
      (await sendAsIs(as, { method: 'POST', path: '/as/token.oauth2', headers: form, body })).status === 500
    );
  },
  'grant-type-guessed': posts(
    form['content-type'],
    new URLSearchParams({ ...password, ...credentials, grant_type: '' }).toString(),
  ),
};
