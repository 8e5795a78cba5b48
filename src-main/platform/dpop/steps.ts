import { hash } from 'node:crypto';
import {
  dpopAlgorithms,
  dpopProofAgeSeconds,
  dpopProofAheadSeconds,
  dpopProofTyp,
} from '#shared/oauth/index.ts';
import { readCompactJws, typeIn } from '../compact-jws.ts';
import { isRightSignature } from '../jws-signatures.ts';
import { required, type Step } from '../pipeline.ts';
import type { DpopContext, DpopProof, ProofPlace, ResourcePlace } from './proof.ts';
import { privateMemberOf } from './proof-key.ts';
import { isSameUri } from './request-uri.ts';

const maxProofCharacters = 8_192;
const maxJtiCharacters = 256;

type Check<C> = (context: C, proof: DpopProof) => void;

/** The checks of a proof that a place takes, in the order of RFC 9449 §4.3; a request without one skips them. */
export function proofSteps<C extends DpopContext>(place: ProofPlace<C>): readonly Step<C>[] {
  return [...readSteps(place), ...requestSteps(place), nonceStep(place), replayStep(place)];
}

/** The same where a token comes along: proof and token must belong together. RFC 9449 §7.1 */
export function boundTokenSteps<C extends DpopContext>(place: ResourcePlace<C>): readonly Step<C>[] {
  return [
    schemeStep(place),
    ...readSteps(place),
    ...requestSteps(place),
    ...tokenSteps(place),
    nonceStep(place),
    replayStep(place),
  ];
}

/** One step about a proof that has been read. */
function step<C extends DpopContext>(
  { isProven }: ProofPlace<C>,
  id: string,
  rule: string,
  check: Check<C>,
  clause = 'RFC 9449 §4.3',
): Step<C> {
  return {
    id,
    rule,
    clause,
    check: (context) => check(context, required(context.dpop)),
    applies: isProven,
    isUnlisted: true,
  };
}

/** Bound tokens need a proof, and others have none. RFC 9449 §7.1 and §7.2 */
function schemeStep<C extends DpopContext>(place: ResourcePlace<C>): Step<C> {
  return {
    id: 'dpop-scheme',
    rule: 'Bound token is sent with the scheme DPoP, and no other token is',
    clause: 'RFC 9449 §7.2',
    applies: (context) => place.applies(context) || place.boundTo(context) !== null,
    isUnlisted: true,
    check(context) {
      const isBound = place.boundTo(context) !== null;
      if (isBound === place.applies(context)) return;
      const [want, got] = isBound ? ['DPoP', 'Bearer'] : ['Bearer', 'DPoP'];
      const detail = isBound
        ? 'The token is bound to a key and was sent as a bearer token.'
        : 'The token is not bound to a key.';
      throw place.refuse(context, 'invalid_token', { detail, want, got });
    },
  };
}

function readSteps<C extends DpopContext>(place: ProofPlace<C>): readonly Step<C>[] {
  const { applies } = place;
  return [
    {
      id: 'dpop-one-proof',
      rule: 'Exactly one DPoP proof is present',
      clause: 'RFC 9449 §4.3',
      applies,
      isUnlisted: true,
      check(context) {
        const { length } = place.sent(context);
        if (length === 1) return;
        const detail = length === 0 ? 'No DPoP proof was sent.' : 'Several DPoP proofs were sent.';
        throw place.refuse(context, 'invalid_dpop_proof', { detail, want: '1', got: String(length) });
      },
    },
    {
      id: 'dpop-read',
      rule: 'Proof is a signed JWT with jti, htm, htu and iat',
      clause: 'RFC 9449 §4.2',
      applies,
      isUnlisted: true,
      check: (context) => void (context.dpop = readProof(place, context)),
    },
    step<C>(place, 'dpop-type', 'typ is that of a DPoP proof', (context, { jws }) => {
      if (typeIn(jws.header) === dpopProofTyp) return;
      throw refused(place, context, 'typ is not that of a DPoP proof.', dpopProofTyp, jws.header['typ']);
    }),
    step<C>(
      place,
      'dpop-algorithm',
      'Proof is signed with an accepted asymmetric algorithm',
      (context, proof) => {
        const { algorithm } = proof.jws;
        if (dpopAlgorithms.some((name) => name === algorithm)) return;
        throw refused(place, context, 'The algorithm is not accepted.', dpopAlgorithms.join(' '), algorithm);
      },
    ),
    {
      ...step<C>(place, 'dpop-key', 'Key of the proof is public', (context, proof) =>
        readKey(place, context, proof),
      ),
      describe: ({ dpop }) => `Key of the proof is public, with the thumbprint ${required(dpop).thumbprint}`,
    },
    step<C>(place, 'dpop-signature', 'Proof is signed with its key', (context, { jws, key }) => {
      const isRight = key !== null && isRightSignature(jws.algorithm, key, jws.input, jws.signature);
      if (!isRight) throw refused(place, context, 'The key of the proof did not make the signature.');
    }),
  ];
}

function readProof<C extends DpopContext>(place: ProofPlace<C>, context: C): DpopProof {
  const [text = ''] = place.sent(context);
  const jws = text.length > maxProofCharacters ? null : readCompactJws(text);
  if (jws === null) throw refused(place, context, 'The DPoP header is not a signed JWT.');
  const { jti, htm, htu, iat } = jws.claims;
  for (const [name, value] of Object.entries({ jti, htm, htu }))
    if (typeof value !== 'string' || value === '') throw refused(place, context, `${name} is required.`);
  if (typeof iat !== 'number') throw refused(place, context, 'iat is required.');
  if (String(jti).length > maxJtiCharacters)
    throw refused(place, context, 'jti is too long.', `${maxJtiCharacters} characters`, String(jti).length);
  return { jws, key: null, thumbprint: '', replayMark: '', rememberedSeconds: dpopProofAgeSeconds + 1 };
}

function readKey<C extends DpopContext>(place: ProofPlace<C>, context: C, proof: DpopProof): void {
  const { jwk } = proof.jws.header;
  const secret = typeof jwk === 'object' && jwk !== null ? privateMemberOf(jwk) : undefined;
  if (secret !== undefined)
    throw refused(place, context, 'jwk has a private member.', 'a public key', secret);
  const read = place.state(context).keys.read(jwk);
  if ('fault' in read) throw refused(place, context, read.fault);
  proof.key = read.key;
  proof.thumbprint = read.thumbprint;
}

function requestSteps<C extends DpopContext>(place: ProofPlace<C>): readonly Step<C>[] {
  return [
    step<C>(place, 'dpop-method', 'htm is the method of the request', (context, { jws }) => {
      const method = place.method(context);
      const { htm } = jws.claims;
      if (htm !== method) throw refused(place, context, 'The proof is for another method.', method, htm);
    }),
    step<C>(place, 'dpop-uri', 'htu is the address of the request', (context, { jws }) => {
      const uris = place.uris(context);
      const { htu } = jws.claims;
      if (isSameUri(String(htu), uris)) return;
      throw refused(place, context, 'The proof is for another address.', uris[0] ?? '', htu);
    }),
    step<C>(
      place,
      'dpop-time',
      'Proof was made just now',
      (context, { jws }) => {
        const age = context.nowMillis / 1_000 - Number(jws.claims['iat']);
        if (age <= dpopProofAgeSeconds && age >= -dpopProofAheadSeconds) return;
        const [words, seconds] = age > 0 ? ['old', age] : ['ahead', -age];
        const want = `at most ${dpopProofAgeSeconds} s old or ${dpopProofAheadSeconds} s ahead`;
        const detail = 'The proof was made at another time.';
        throw refused(place, context, detail, want, `${seconds.toFixed(1)} s ${words}`);
      },
      'RFC 9449 §11.1',
    ),
  ];
}

function tokenSteps<C extends DpopContext>(place: ResourcePlace<C>): readonly Step<C>[] {
  return [
    step<C>(place, 'dpop-token-hash', 'ath is the hash of the access token', (context, { jws }) => {
      const want = hash('sha256', place.token(context), 'base64url');
      const { ath } = jws.claims;
      if (ath !== want) throw refused(place, context, 'The proof is not for this token.', want, ath);
    }),
    step<C>(
      place,
      'dpop-key-matches',
      'Token is bound to the key of the proof',
      (context, { thumbprint }) => {
        const want = place.boundTo(context) ?? '';
        if (thumbprint === want) return;
        const detail = 'The token is bound to another key.';
        throw place.refuse(context, 'invalid_token', { detail, want, got: thumbprint });
      },
      'RFC 9449 §7.1',
    ),
  ];
}

function nonceStep<C extends DpopContext>(place: ProofPlace<C>): Step<C> {
  return {
    id: 'dpop-nonce',
    rule: 'Proof has a fresh nonce of this server',
    clause: 'RFC 9449 §8',
    isUnlisted: true,
    applies: place.needsNonce,
    check(context) {
      const { nonce } = required(context.dpop).jws.claims;
      if (place.state(context).nonces.isFresh(nonce, context.nowMillis)) return;
      const detail =
        nonce === undefined
          ? 'The proof has no nonce. The response has one for the next proof.'
          : 'The nonce is old, or of another server. The response has a new one.';
      throw place.refuse(context, 'use_dpop_nonce', { detail });
    },
  };
}

/** Looks and remembers in one go, so that of two requests at the same time one is refused. RFC 9449 §11.1 */
function replayStep<C extends DpopContext>(place: ProofPlace<C>): Step<C> {
  return step<C>(
    place,
    'dpop-not-replayed',
    'Proof has not been used',
    (context, { jws, thumbprint, replayMark, rememberedSeconds }) => {
      const { jti, iat } = jws.claims;
      const digest = hash('sha256', JSON.stringify([thumbprint, jti, replayMark]), 'buffer');
      const nowSecond = Math.floor(context.nowMillis / 1_000);
      const use = place.state(context).used.use(digest, Number(iat) + rememberedSeconds, nowSecond);
      if (use === 'used') throw refused(place, context, 'The proof was used before.');
      if (use === 'full')
        throw place.refuse(context, 'use_dpop_nonce', {
          detail: 'The server remembers as many proofs as it can. Try again with a new proof.',
        });
    },
    'RFC 9449 §11.1',
  );
}

function refused<C extends DpopContext>(
  { refuse }: ProofPlace<C>,
  context: C,
  detail: string,
  want?: string,
  got?: unknown,
) {
  if (want === undefined) return refuse(context, 'invalid_dpop_proof', { detail });
  return refuse(context, 'invalid_dpop_proof', { detail, want, got: textOf(got) });
}

function textOf(value: unknown): string {
  if (value === undefined || value === '') return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
