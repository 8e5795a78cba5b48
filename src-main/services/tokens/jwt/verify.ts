import { createSecretKey } from 'node:crypto';
import { isRightSignature, jwsAlgorithm, keyFits } from '#main/platform/jws-signatures.ts';
import type { TokenVerification } from '#shared/api/index.ts';
import { publicKeyForms } from '#shared/tokens/algorithms.ts';
import { type ClaimExpectations, claimRules } from './claim-rules.ts';
import { type CandidateKey, typeOfKey, viewOfKey } from './keys.ts';
import { publicKeyBytes } from './public-key-forms.ts';
import { type Jws, textMember } from './read-jws.ts';
import { checkRules, type Finding, type Rule } from './rules.ts';
import { weakSecretOf } from './weak-secret.ts';

export interface VerificationOptions extends ClaimExpectations {
  readonly keys: readonly CandidateKey[];
  readonly exchangeId: string | null;
}

/**
 * Verifies a JWT with the keys at hand and checks its claims. It counts as verified only where a key really proved the
 * signature and nothing speaks against it; each rule is told with its outcome. RFC 7515 §5.2, RFC 7519 §7.2, RFC 8725
 */
export async function verifyJwt(jws: Jws, options: VerificationOptions): Promise<TokenVerification> {
  const { keys, exchangeId } = options;
  const algorithm = textMember(jws.header.json, 'alg') ?? '';
  const usable = keys.filter(({ key }) => keyFits(algorithm, key));
  const proving = findProvingKey(jws, algorithm, usable);
  const rules = checkRules([
    ...formRules(jws),
    algorithmRule(jws, algorithm, keys),
    keyRule(jws, algorithm, keys, usable),
    {
      id: 'signature',
      rule: 'A key verifies the signature',
      clause: 'RFC 7515 §5.2',
      isGate: true,
      check: () => (proving === null ? wrongSignature(usable) : 'passed'),
    },
    useRule(proving, algorithm),
    ...secretRules(jws, proving),
    ...claimRules(jws.payload.json, options),
  ]);
  const isSignatureRight = rules.some(({ id, outcome }) => id === 'signature' && outcome === 'passed');
  const failed = rules.filter(({ outcome }) => outcome === 'failed');
  const isVerified = isSignatureRight && failed.length === 0;
  const effect = isVerified
    ? 'verified.'
    : isSignatureRight
      ? 'the signature is valid, but the token must be rejected.'
      : 'not verified. None of its claims is proved.';
  return {
    isVerified,
    isSignatureRight,
    key: isSignatureRight && proving !== null ? await viewOfKey(proving) : null,
    trace: { pipeline: 'token-inspector.verify', rules: [...rules], effect },
    exchangeId,
  };
}

function signingInput({ parts: [header, payload] }: Jws): string {
  return `${header}.${payload}`;
}

/** The key that it names is tried first; the name is a hint, and the others are tried too. RFC 7515 §4.1.4 */
function findProvingKey(jws: Jws, algorithm: string, usable: readonly CandidateKey[]): CandidateKey | null {
  const named = textMember(jws.header.json, 'kid');
  const { bytes } = jws.signature;
  if (bytes === null) return null;
  const ordered = [...usable].toSorted(
    (one, other) => Number(other.kid === named) - Number(one.kid === named),
  );
  return ordered.find(({ key }) => isRightSignature(algorithm, key, signingInput(jws), bytes)) ?? null;
}

const maxNamed = 5;

function wrongSignature(usable: readonly CandidateKey[]): Finding {
  const names = [...new Set(usable.map(({ kid, origin }) => (kid === null ? origin : `${origin} (${kid})`)))];
  const more = names.length > maxNamed ? `, and ${names.length - maxNamed} more` : '';
  return {
    detail: 'No matching key verifies the signature.',
    got: names.slice(0, maxNamed).join(', ') + more,
  };
}

/** A secret that everybody tries proves nothing, wherever it came from. RFC 8725 §3.5 */
function secretRules(jws: Jws, proving: CandidateKey | null): readonly Rule[] {
  const weak = proving?.key.type === 'secret' ? weakSecretOf(jws) : null;
  if (weak === null) return [];
  return [
    {
      id: 'weak-secret',
      rule: 'HMAC secret is strong',
      clause: 'RFC 8725 §3.5',
      isGate: false,
      check: () => ({ detail: 'The secret is on common word lists.', got: `“${weak}”` }),
    },
  ];
}

function formRules({ header, payload, signature }: Jws): readonly Rule[] {
  const faults = [...header.faults, ...payload.faults, ...signature.faults];
  const duplicates = [...header.json.duplicates, ...(payload.json?.duplicates ?? [])];
  const { crit } = header.json.value;
  return [
    {
      id: 'form',
      rule: 'Each part is canonical base64url',
      clause: 'RFC 7515 §2',
      isGate: false,
      check: () => (faults.length === 0 ? 'passed' : { got: [...new Set(faults)].join(', ') }),
    },
    {
      id: 'unique-members',
      rule: 'No member is repeated',
      clause: 'RFC 7515 §4',
      isGate: false,
      check: () => (duplicates.length === 0 ? 'passed' : { got: duplicates.join(', ') }),
    },
    {
      id: 'critical',
      rule: 'No unsupported header parameter is critical',
      clause: 'RFC 7515 §4.1.11',
      isGate: false,
      check: () => (crit === undefined ? 'passed' : { got: JSON.stringify(crit) }),
    },
  ];
}

function algorithmRule(jws: Jws, algorithm: string, keys: readonly CandidateKey[]): Rule {
  const check = (): Finding => {
    const known = jwsAlgorithm(algorithm);
    if (known === undefined)
      return {
        detail: 'This algorithm provides no proof.',
        got: algorithm === '' ? 'none named' : algorithm,
      };
    const isMac = known.family === 'mac';
    if (!isMac || keys.length === 0 || keys.some(({ key }) => key.type === 'secret')) return 'passed';
    const confused = confusingKey(jws, algorithm, keys);
    const detail =
      confused === null
        ? 'A MAC requires a secret, and a public key is not secret.'
        : `The MAC was made with a public key as the secret: ${confused}. A server that accepts it is vulnerable to key confusion.`;
    return { detail, want: 'an algorithm of a public key', got: algorithm };
  };
  return {
    id: 'algorithm',
    rule: 'Algorithm matches the keys',
    clause: 'RFC 8725 §3.1',
    isGate: true,
    check,
  };
}

/** Which public key was taken for a secret, in words; null where none was. RFC 8725 §2.1 */
function confusingKey(jws: Jws, algorithm: string, keys: readonly CandidateKey[]): string | null {
  const { bytes } = jws.signature;
  if (bytes === null) return null;
  for (const { key, kid, origin } of keys.filter((each) => each.key.type === 'public'))
    for (const form of publicKeyForms) {
      const secret = publicKeyBytes(key, form);
      if (secret !== null && isRightSignature(algorithm, createSecretKey(secret), signingInput(jws), bytes))
        return `${kid ?? origin}, as ${form}`;
    }
  return null;
}

function keyRule(
  jws: Jws,
  algorithm: string,
  keys: readonly CandidateKey[],
  usable: readonly CandidateKey[],
): Rule {
  const named = textMember(jws.header.json, 'kid');
  const check = (): Finding => {
    if (usable.length > 0) return 'passed';
    const got = keys.map(({ key }) => typeOfKey(key));
    return {
      detail: keys.length === 0 ? 'No key is available.' : 'No key has the required type.',
      want: named === null ? algorithm : `${algorithm}, kid ${named}`,
      got: [...new Set(got)].join(', ') || 'none',
    };
  };
  return { id: 'key', rule: 'A matching key exists', clause: 'RFC 7515 §4.1.4', isGate: true, check };
}

/** A key set says what each key is for. RFC 7517 §4.2 and §4.4 */
function useRule(proving: CandidateKey | null, algorithm: string): Rule {
  const check = (): Finding => {
    if (proving === null || (proving.use === null && proving.algorithm === null))
      return { skipped: 'The key has no use restriction.' };
    const isForIt = (proving.use ?? 'sig') === 'sig' && (proving.algorithm ?? algorithm) === algorithm;
    return isForIt
      ? 'passed'
      : {
          want: `sig, ${algorithm}`,
          got: [proving.use, proving.algorithm].filter((each) => each !== null).join(', '),
        };
  };
  return {
    id: 'key-use',
    rule: 'Key may verify signatures of this algorithm',
    clause: 'RFC 7517 §4.2',
    isGate: false,
    check,
  };
}
