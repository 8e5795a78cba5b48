import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { proofName } from '#shared/flows/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { changed, encodePart, type Members } from './jwt-parts.ts';
import { parseJson } from './parse-json.ts';

interface ProofKey {
  readonly privateKey: KeyObject;
  readonly jwk: Members;
}

/** A request for which a proof is made. */
export interface ProvenRequest {
  readonly method: string;
  readonly url: string;
  /** The access token in its header; null: it has none. */
  readonly token: string | null;
}

/** Changes to a proof before it is signed, and how it is signed. */
export interface ProofChanges {
  readonly header: Members;
  readonly claims: Members;
  readonly isSigned: boolean;
  /** Its header holds the private key as well. */
  readonly tellsKey: boolean;
}

const unchanged: ProofChanges = { header: {}, claims: {}, isSigned: true, tellsKey: false };

/** The keys of a run to which its tokens are bound, one for each party, and the nonces that servers gave it. RFC 9449 */
export class DpopProofs {
  readonly #keys = new Map<string, ProofKey>();
  readonly #nonces = new Map<string, string>();
  readonly #clock: Clock;
  readonly #random: Random;

  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }) {
    this.#clock = clock;
    this.#random = random;
  }

  /** A proof for one request, by the key of a party. RFC 9449 §4.2 */
  make(party: string, { method, url, token }: ProvenRequest, changes = unchanged): string {
    const { privateKey, jwk } = this.#keyOf(party);
    const shown = changes.tellsKey ? privateKey.export({ format: 'jwk' }) : jwk;
    const nowSeconds = Math.floor(this.#clock.nowMillis() / 1_000);
    const nonce = this.#nonces.get(originOf(url));
    const claims = {
      jti: Buffer.from(this.#random.bytes(16)).toString('base64url'),
      htm: method,
      htu: url.replace(/[?#].*$/s, ''),
      iat: nowSeconds,
      ...(token === null ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
      ...(nonce === undefined ? {} : { nonce }),
    };
    const header = changed({ typ: 'dpop+jwt', alg: 'ES256', jwk: shown }, changes.header, nowSeconds);
    const input = `${encodePart(header)}.${encodePart(changed(claims, changes.claims, nowSeconds))}`;
    if (!changes.isSigned) return `${input}.`;
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }

  /** The thumbprint of the key of a party. RFC 7638 §3 */
  thumbprint(party: string): string {
    const { crv, kty, x, y } = this.#keyOf(party).jwk;
    return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  }

  /** Keeps the nonce that a server gave for the next proof. RFC 9449 §8.2 */
  keepNonce(origin: string, response: RawResponse): void {
    const nonce = headerValue(response.headers, 'dpop-nonce');
    if (nonce !== null && URL.canParse(origin)) this.#nonces.set(originOf(origin), nonce);
  }

  #keyOf(party: string): ProofKey {
    const known = this.#keys.get(party);
    if (known !== undefined) return known;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { privateKey, jwk: publicKey.export({ format: 'jwk' }) as ProofKey['jwk'] };
    this.#keys.set(party, key);
    return key;
  }
}

/** The party whose proof a value is: the empty text is the run's own client; null: it is none. */
export function partyOfProof(name: string): string | null {
  if (name === proofName) return '';
  return name.endsWith(`.${proofName}`) ? name.slice(0, -proofName.length - 1) : null;
}

/** True for an answer that asks for the same request with its nonce. RFC 9449 §8 and §9 */
export function asksForNonce(response: RawResponse | null): boolean {
  if (response === null || (response.status !== 400 && response.status !== 401)) return false;
  if (headerValue(response.headers, 'dpop-nonce') === null) return false;
  const challenge = headerValue(response.headers, 'www-authenticate') ?? '';
  return parseJson(response)?.['error'] === 'use_dpop_nonce' || challenge.includes('use_dpop_nonce');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
