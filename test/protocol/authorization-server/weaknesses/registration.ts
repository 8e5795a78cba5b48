import { manage, native, openTo, type Registered, register, registered } from '../registering.ts';
import type { Attack, Setting } from './setting.ts';

const web = { redirect_uris: ['https://new.example/cb'] };

/** Lets everybody register at the server of a setting. */
const open = ({ as }: Setting, policy: Parameters<typeof openTo>[0] = {}): void =>
  as.configure(openTo(policy));

const isTaken = async (setting: Setting, metadata: Record<string, unknown>): Promise<boolean> => {
  open(setting);
  return (await register(setting.as, metadata)).status === 201;
};

const fresh = async (setting: Setting): Promise<Registered> => {
  open(setting);
  return registered(await register(setting.as, web));
};

/** A statement of nobody. */
const forged = [{ alg: 'ES256' }, { iss: 'https://vendor.example' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('AA')
  .join('.');

/** Attacks on registrations, by the weakness that lets each succeed. */
export const registrationAttacks: Readonly<Record<string, Attack>> = {
  'dcr-scheme': (setting) => isTaken(setting, { ...web, redirect_uris: ['JaVaScRiPt:alert(1)'] }),
  'dcr-localhost-prefix': (setting) =>
    isTaken(setting, { ...native, redirect_uris: ['http://localhost.evil.example/cb'] }),
  'dcr-ssrf': async (setting) => {
    await isTaken(setting, { ...web, logo_uri: `${setting.as.origin}/as/jwks` });
    return setting.as.sent.length > 0;
  },
  'dcr-revives': async (setting) => {
    const client = await fresh(setting);
    const admin = setting.as.server.admin.dynamicClients;
    await admin.setEnabled(client.clientId, false);
    await manage(setting.as, client, 'PUT', { ...web, client_id: client.clientId });
    return admin.list().every(({ isDisabled }) => !isDisabled);
  },
  'dcr-update-unjudged': async (setting) => {
    const client = await fresh(setting);
    const update = { ...web, client_id: client.clientId, grant_types: ['authorization_code', 'password'] };
    return (await manage(setting.as, client, 'PUT', update)).status === 200;
  },
  'dcr-token-any': async (setting) => {
    const [one, other] = [await fresh(setting), await fresh(setting)];
    return (await manage(setting.as, { uri: other.uri, token: one.token }, 'GET')).status === 200;
  },
  'dcr-open': async (setting) => {
    setting.as.configure({ registration: 'token' });
    return (await register(setting.as, web)).status === 201;
  },
  'dcr-statement': async (setting) => {
    const jwk = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' };
    open(setting, {
      softwareStatementIssuers: [{ issuer: 'https://vendor.example', jwks: { keys: [jwk] } }],
    });
    return (await register(setting.as, { ...web, software_statement: forged })).status === 201;
  },
  'dcr-impersonates': (setting) => isTaken(setting, { ...web, client_name: 'portal-web' }),
};
