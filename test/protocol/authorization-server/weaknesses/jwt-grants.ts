import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { member, postToken } from '../parties.ts';
import { type Attack, exchangeGrant, jwtGrant, partnerKeys, partnerName, type Setting } from './setting.ts';

const typeOf = (name: string): string => `urn:ietf:params:oauth:token-type:${name}`;

interface Made {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly typ?: string;
  readonly key?: typeof partnerKeys.privateKey;
}

/** A grant of the partner about ann, or, with the typ of one, an ID-JAG for the portal. */
function made({ as }: Setting, { claims = {}, typ = 'authorization-grant+jwt', key }: Made = {}) {
  const nowSeconds = Math.floor(as.nowMillis() / 1_000);
  const usual = {
    iss: partnerName,
    sub: 'ann',
    aud: as.origin,
    jti: 'one',
    iat: nowSeconds,
    exp: nowSeconds + 60,
  };
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ })
    .sign(key ?? partnerKeys.privateKey);
}

const jag = (setting: Setting, claims: Made['claims'] = {}, typ = 'oauth-id-jag+jwt') =>
  made(setting, { typ, claims: { iss: `${partnerName}/id-jag`, client_id: 'portal-web', ...claims } });

async function isTaken({ as }: Setting, assertion: string): Promise<boolean> {
  return (await postToken(as, { grant_type: jwtGrant, assertion }, 'portal-web')).status === 200;
}

async function isTakenTwice(setting: Setting, assertion: string): Promise<boolean> {
  return (await isTaken(setting, assertion)) && isTaken(setting, assertion);
}

/** An ID token of the portal, which the shop shows to get an ID-JAG for a server that nobody allowed. */
async function issuesAny({ as }: Setting): Promise<boolean> {
  const fields = { grant_type: 'password', username: 'ann', password: 'ann-password', scope: 'openid' };
  const idToken = member(await postToken(as, fields, 'portal-web'), 'id_token');
  const answer = await postToken(
    as,
    {
      grant_type: exchangeGrant,
      requested_token_type: typeOf('id-jag'),
      subject_token: idToken,
      subject_token_type: typeOf('id_token'),
      audience: 'https://else.example',
    },
    'shop',
  );
  return answer.status === 200;
}

/** Attacks with JWTs that are grants, by the weakness that lets each succeed. */
export const jwtGrantAttacks: Readonly<Record<string, Attack>> = {
  'jwt-bearer-unverified': async (setting) =>
    isTaken(
      setting,
      await made(setting, { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }),
    ),
  'jwt-bearer-audience': async (setting) =>
    isTaken(setting, await made(setting, { claims: { aud: 'https://else.example' } })),
  'jwt-bearer-claims': async (setting) => isTakenTwice(setting, await made(setting, { claims: { exp: 1 } })),
  'jag-unbound': async (setting) =>
    (await isTaken(setting, await jag(setting, {}, 'JWT'))) &&
    (await isTaken(setting, await jag(setting, { aud: 'https://else.example', jti: 'two' }))) &&
    isTaken(setting, await jag(setting, { client_id: 'shop', jti: 'three' })),
  'jag-replay': async (setting) => isTakenTwice(setting, await jag(setting)),
  'jag-issues-any': issuesAny,
};
