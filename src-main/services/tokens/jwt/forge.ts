import { createSecretKey, type KeyObject } from 'node:crypto';
import { keyFits, makeSignature } from '#main/platform/jws-signatures.ts';
import type { TokenForge, TokenForged, TokenSigning } from '#shared/api/index.ts';
import { assertNever, GatehouseError } from '#shared/errors/index.ts';
import type { CurveAlgorithm, KeyAlgorithm } from '#shared/tokens/algorithms.ts';
import { readJsonObject, withMember } from '#shared/tokens/json-text.ts';
import { encryptToken } from './encrypt.ts';
import { type CandidateKey, publicJwkOf, readKeys, readPrivateKey, thumbprintOf } from './keys.ts';
import { publicKeyBytes } from './public-key-forms.ts';

export interface ForgePorts {
  readonly sessionKey: (algorithm: KeyAlgorithm) => Promise<KeyObject>;
  readonly clientSecret: (clientId: string) => string | null;
  /** The public keys that the hosted server publishes. */
  readonly hostedKeys: () => Promise<readonly CandidateKey[]>;
  /** The signature of another token, as it is written. @throws token.unsuited */
  readonly originalSignature: (signing: Extract<TokenSigning, { kind: 'original' }>) => string;
}

/** The means of signing: an algorithm with its key, a signature that is there already, or nothing. */
type Signer =
  | { readonly algorithm: string; readonly key: KeyObject; readonly isShown: boolean }
  | { readonly algorithm: string | null; readonly signature: string };

/**
 * Makes a token of what a tester wrote, signed as the tester says. The private keys of the hosted server never sign it:
 * each recipient that trusts the server would take it for a token of the server, and neither log nor store would know
 * of it. Whoever wants such a token has the server issue one.
 * @throws token.invalid-json, token.key-unreadable, token.unsuited, token.client-unsuited
 */
export async function forgeToken(ports: ForgePorts, forge: TokenForge): Promise<TokenForged> {
  const { signing } = forge;
  const claims = forge.isAsTyped ? forge.claims : compact(forge.claims, 'claims set');
  if (signing.kind === 'encrypted') {
    const keys = signing.text === null ? await ports.hostedKeys() : readKeys(signing.text, 'The pasted key');
    const content = forge.payload === 'nested' ? unsignedToken(claims) : claims;
    return { ...(await encryptToken(keys, forge.header, content)), jwks: null, thumbprint: null };
  }
  const signer = await signerOf(ports, signing);
  const header = headerOf(forge, signer);
  const input = `${encode(header)}.${payloadOf(forge, claims)}`;
  const signature = 'signature' in signer ? signer.signature : signed(signer, input);
  const shown = 'key' in signer && signer.isShown ? signer.key : null;
  const thumbprint = shown === null ? null : await thumbprintOf(shown);
  return {
    token: `${input}.${signature}`,
    header,
    jwks: shown === null ? null : keySetOf(shown, readJsonObject(header)?.value['kid'] ?? thumbprint),
    thumbprint,
  };
}

/**
 * Returns the key set that a recipient needs to verify the token: the key goes by the name that the token gives it.
 */
function keySetOf(key: KeyObject, kid: unknown): string | null {
  const jwk = publicJwkOf(key);
  return jwk === null ? null : JSON.stringify({ keys: [{ ...jwk, kid }] }, null, 2);
}

function signed(
  { algorithm, key }: { readonly algorithm: string; readonly key: KeyObject },
  input: string,
): string {
  try {
    return makeSignature(algorithm, key, input).toString('base64url');
  } catch {
    throw new GatehouseError('token.key-unreadable', `The key cannot sign with ${algorithm}.`, {
      fix: 'The key may be too small. Choose another algorithm or another key.',
    });
  }
}

/** RFC 7797 §5.2: a payload that is not encoded may have no dot, for which JSON has an escape. RFC 7519 §5.2 */
function payloadOf({ payload = 'encoded', isAsTyped }: TokenForge, claims: string): string {
  switch (payload) {
    case 'encoded':
      return encode(claims);
    case 'unencoded':
      return isAsTyped ? claims : claims.replaceAll('.', '\\u002e');
    case 'nested':
      return encode(unsignedToken(claims));
  }
}

/** A token that nobody signed, to lie in another one. RFC 7519 §6 */
function unsignedToken(claims: string): string {
  return `${encode('{"alg":"none","typ":"JWT"}')}.${encode(claims)}.`;
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url');
}

/** JSON as it was written, without the space between its parts. */
function compact(text: string, what: 'header' | 'claims set'): string {
  const json = readJsonObject(text);
  if (json !== null) return json.compact;
  throw new GatehouseError('token.invalid-json', `The ${what} of the token is not a JSON object.`, {
    fix: 'Fix it, or sign the text unchanged.',
  });
}

function headerOf({ header, signing, keepsAlgorithm, isAsTyped }: TokenForge, signer: Signer): string {
  if (isAsTyped) return header;
  let text = compact(header, 'header');
  if (signer.algorithm !== null && !keepsAlgorithm) text = withMember(text, 'alg', signer.algorithm);
  if (signing.kind === 'session-key' && signing.isEmbedded && 'key' in signer)
    text = withMember(text, 'jwk', publicJwkOf(signer.key));
  return compact(text, 'header');
}

/** Bytes of r and s together. RFC 7518 §3.4 */
const pairBytes: Readonly<Record<CurveAlgorithm, number>> = { ES256: 64, ES384: 96, ES512: 132 };

async function signerOf(
  ports: ForgePorts,
  signing: Exclude<TokenSigning, { kind: 'encrypted' }>,
): Promise<Signer> {
  switch (signing.kind) {
    case 'none':
      return { algorithm: signing.alg, signature: '' };
    case 'original':
      return { algorithm: null, signature: ports.originalSignature(signing) };
    case 'zero':
      return {
        algorithm: signing.algorithm,
        signature: Buffer.alloc(pairBytes[signing.algorithm]).toString('base64url'),
      };
    case 'session-key':
      return { algorithm: signing.algorithm, key: await ports.sessionKey(signing.algorithm), isShown: true };
    case 'pasted-key':
      return { algorithm: signing.algorithm, key: pastedKey(signing), isShown: true };
    case 'secret':
      return macSigner(signing.algorithm, Buffer.from(signing.text, 'utf8'));
    case 'client-secret':
      return macSigner(signing.algorithm, Buffer.from(clientSecretOf(ports, signing.clientId), 'utf8'));
    case 'public-key':
      return macSigner(signing.algorithm, await hostedKeyBytes(ports, signing));
    default:
      return assertNever(signing);
  }
}

function macSigner(algorithm: string, secret: Uint8Array): Signer {
  return { algorithm, key: createSecretKey(secret), isShown: false };
}

function pastedKey({ text, algorithm }: Extract<TokenSigning, { kind: 'pasted-key' }>): KeyObject {
  const key = readPrivateKey(text);
  if (keyFits(algorithm, key)) return key;
  throw new GatehouseError('token.key-unreadable', `The key does not match the algorithm ${algorithm}.`, {
    fix: 'Choose an algorithm for this key type, or paste another key.',
  });
}

/** The secret of a client, as text. @throws token.client-unsuited */
export function clientSecretOf({ clientSecret }: Pick<ForgePorts, 'clientSecret'>, clientId: string): string {
  const secret = clientSecret(clientId);
  if (secret !== null) return secret;
  throw new GatehouseError('token.client-unsuited', `The secret of ${clientId} is not available.`, {
    fix: 'Choose a client with a stored secret.',
  });
}

async function hostedKeyBytes(
  { hostedKeys }: ForgePorts,
  { kid, form }: Extract<TokenSigning, { kind: 'public-key' }>,
): Promise<Buffer> {
  const keys = await hostedKeys();
  const key = keys.find((each) => kid === null || each.kid === kid)?.key;
  const bytes = key === undefined ? null : publicKeyBytes(key, form);
  if (bytes !== null) return bytes;
  const name = kid ?? 'of its own';
  throw new GatehouseError('token.key-unreadable', `The server has no key ${name} in the form ${form}.`, {
    fix: 'Choose another key, or another form.',
  });
}
