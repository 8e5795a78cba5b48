import { newProofKey, type ProofKey, proofOf } from '#test/support/dpop.ts';
import {
  Browser,
  callback,
  challenge,
  member,
  obtainCode,
  postToken,
  type TokenAnswer,
  verifier,
} from '../parties.ts';
import type { Attack, Setting } from './setting.ts';
import { form, sendAsIs } from './wire.ts';

type Changes = Readonly<Record<string, unknown>>;

const ownJob = { grant_type: 'client_credentials' };
const works = async (request: Promise<TokenAnswer>): Promise<boolean> => (await request).status === 200;

async function prove({ as }: Setting, key: ProofKey, changes: Changes = {}, header: Changes = {}) {
  const htu = `${as.origin}/as/token.oauth2`;
  return proofOf(key, { htm: 'POST', htu, nowMillis: as.nowMillis(), ...changes }, header);
}

/** A token request of a client that proves itself, or of the public one. */
async function ask(
  { as }: Setting,
  proof: string,
  fields: Readonly<Record<string, string>> = ownJob,
  client: string | undefined = 'ann',
): Promise<TokenAnswer> {
  return postToken(as, fields, client, [['DPoP', proof]]);
}

/** Exchanges a code of the public application with a key. */
async function redeem(setting: Setting, key: ProofKey, thumbprint: string): Promise<TokenAnswer> {
  const code = await obtainCode(setting.as, {
    client_id: 'mobile-app',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    dpop_jkt: thumbprint,
  });
  const fields = { grant_type: 'authorization_code', client_id: 'mobile-app', code, redirect_uri: callback };
  const proof = await prove(setting, key);
  return postToken(setting.as, { ...fields, code_verifier: verifier }, undefined, [['DPoP', proof]]);
}

/** Sends two proofs in fields of their own, as no browser does. */
async function takesTwo(setting: Setting, key: ProofKey): Promise<boolean> {
  const authorization = `Basic ${Buffer.from('ann:ann-secret').toString('base64')}`;
  const dpop = [await prove(setting, key), await prove(setting, key)];
  const body = new URLSearchParams(ownJob).toString();
  const headers = { ...form, authorization, dpop };
  const answer = await sendAsIs(setting.as, { method: 'POST', path: '/as/token.oauth2', headers, body });
  return answer.status === 200;
}

/** Attacks on bound tokens at the authorization server, by the weakness that lets each succeed. */
export const dpopAttacks: Readonly<Record<string, Attack>> = {
  'dpop-front-channel': async ({ as }) => {
    const browser = new Browser(as);
    const refused = await browser.authorize({ client_id: 'bound-app', response_type: 'token' });
    if (refused.location !== '') return false;
    await browser.signIn();
    return (await browser.submit({ decision: 'allow' })).location.includes('access_token=');
  },
  'dpop-nonce-off': async (setting) => {
    setting.as.configure({ dpopNonces: true });
    return works(ask(setting, await prove(setting, await newProofKey())));
  },
  'dpop-refresh-unbound': async (setting) => {
    const key = await newProofKey();
    const token = member(await redeem(setting, key, key.thumbprint), 'refresh_token');
    const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: 'mobile-app' };
    const proof = await prove(setting, await newProofKey());
    return works(postToken(setting.as, fields, undefined, [['DPoP', proof]]));
  },
  'dpop-code-unbound': async (setting) => {
    const { thumbprint } = await newProofKey();
    return works(redeem(setting, await newProofKey(), thumbprint));
  },
  'dpop-header': async (setting) => {
    const key = await newProofKey();
    const unsigned = (await prove(setting, key)).split('.');
    unsigned[0] = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', jwk: key.jwk })).toString(
      'base64url',
    );
    const proofs = [
      await prove(setting, key, {}, { typ: 'JWT' }),
      await prove(setting, key, {}, { jwk: { ...key.jwk, d: 'AA' } }),
      `${unsigned[0]}.${unsigned[1]}.`,
    ];
    const taken = await Promise.all(proofs.map((proof) => works(ask(setting, proof))));
    return taken.every(Boolean) && (await takesTwo(setting, key));
  },
  'dpop-iat': async (setting) => {
    const key = await newProofKey();
    const at = (seconds: number) => ({ iat: setting.as.nowMillis() / 1_000 + seconds });
    const [old, ahead] = [await prove(setting, key, at(-600)), await prove(setting, key, at(600))];
    return (await works(ask(setting, old))) && (await works(ask(setting, ahead)));
  },
};
