import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jwtAssertionType } from '#shared/oauth/index.ts';
import { postToken } from '../parties.ts';
import { type Attack, type Setting, signerKeys } from './setting.ts';

type Members = Readonly<Record<string, unknown>>;

const encode = (members: Members): string => Buffer.from(JSON.stringify(members)).toString('base64url');

/** An assertion of the client `signer`, with some members changed. */
function parts({ as }: Setting, header: Members = {}, claims: Members = {}): string {
  const nowSeconds = Math.floor(as.nowMillis() / 1_000);
  const own = { iss: 'signer', sub: 'signer', aud: as.origin, jti: 'one', exp: nowSeconds + 60 };
  return `${encode({ alg: 'ES256', typ: 'client-authentication+jwt', ...header })}.${encode({ ...own, ...claims })}`;
}

function signed(input: string, key: KeyObject = signerKeys.privateKey): string {
  const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

async function isTaken({ as }: Setting, assertion: string, more: Record<string, string> = {}) {
  const fields = { grant_type: 'client_credentials', client_assertion_type: jwtAssertionType };
  return (await postToken(as, { ...fields, client_assertion: assertion, ...more })).status === 200;
}

/** Takes a key from an address of the attacker's, which an honest server never calls. */
async function withKeyAt(setting: Setting): Promise<boolean> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = createServer((_, response) =>
    response.end(JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] })),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const jku = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  const found = await isTaken(setting, signed(parts(setting, { jku }), privateKey));
  server.closeAllConnections();
  server.close();
  return found;
}

/** Attacks on the JWTs by which clients authenticate, by the weakness that lets each succeed. */
export const clientAssertionAttacks: Readonly<Record<string, Attack>> = {
  'assertion-aud': (setting) =>
    isTaken(setting, signed(parts(setting, {}, { aud: 'https://other.example' }))),
  'assertion-replay': async (setting) => {
    const assertion = signed(parts(setting));
    await isTaken(setting, assertion);
    return isTaken(setting, assertion);
  },
  'assertion-eternal': (setting) => isTaken(setting, signed(parts(setting, {}, { exp: undefined }))),
  'assertion-ahead': (setting) =>
    isTaken(setting, signed(parts(setting, {}, { nbf: setting.as.nowMillis() / 1_000 + 90, jti: 'ahead' }))),
  'assertion-sub': (setting) =>
    isTaken(setting, signed(parts(setting, {}, { sub: 'other-signer' })), { client_id: 'other-signer' }),
  'assertion-alg': async (setting) => {
    const input = parts(setting, { alg: 'HS256' });
    const pem = createPublicKey(signerKeys.privateKey).export({ type: 'spki', format: 'pem' });
    const mac = createHmac('sha256', pem).update(input).digest('base64url');
    const isConfused = await isTaken(setting, `${input}.${mac}`);
    return (await isTaken(setting, `${parts(setting, { alg: 'none' }, { jti: 'two' })}.`)) && isConfused;
  },
  'assertion-jku': withKeyAt,
  'auth-method-mixed': (setting) =>
    isTaken(setting, `${parts(setting, { alg: 'none' })}.`, {
      client_id: 'signer',
      client_secret: 'signer-secret',
    }),
};
