import { jwsAlgorithm } from '#main/platform/jws-signatures.ts';
import type { TokenRemark } from '#shared/api/index.ts';
import { claimWords } from '#shared/tokens/claim-words.ts';
import type { JsonText } from '#shared/tokens/json-text.ts';
import type { Base64urlFault } from '#shared/tokens/lenient-base64url.ts';
import type { Jws, JwsPart } from './read-jws.ts';
import { weakSecretOf } from './weak-secret.ts';

const error = (text: string, clause: string): TokenRemark => ({ severity: 'error', text, clause });
const warning = (text: string, clause: string): TokenRemark => ({ severity: 'warning', text, clause });
const notice = (text: string, clause: string): TokenRemark => ({ severity: 'notice', text, clause });

const faultWords: Readonly<Record<Base64urlFault, readonly [what: string, clause: string]>> = {
  padding: ['ends with “=” padding, which tokens omit', 'RFC 7515 §2'],
  alphabet: ['uses “+” or “/” from the standard Base64 alphabet', 'RFC 4648 §5'],
  'trailing-bits': ['ends with unused bits, so the same content has several encodings', 'RFC 4648 §3.5'],
  length: ['has an impossible length', 'RFC 4648 §4'],
  characters: ['contains characters outside base64url', 'RFC 4648 §5'],
};

/** Returns remarks that a reader of a JWT should know before any key is there. RFC 7515, RFC 7519, RFC 8725 */
export function jwtRemarks(jws: Jws, nowMillis: number): readonly TokenRemark[] {
  const { header, payload, signature } = jws;
  return [
    ...algorithmRemarks(jws),
    ...keyRemarks(header.json),
    ...criticalRemarks(header.json),
    ...formRemarks('header', header, 'RFC 7515 §4'),
    ...formRemarks('claims set', payload, 'RFC 7519 §4'),
    ...signature.faults.map((fault) => faultRemark('signature', fault)),
    ...claimRemarks(payload, nowMillis),
  ];
}

function algorithmRemarks(jws: Jws): readonly TokenRemark[] {
  const {
    header: { json },
    parts: [, , signature],
  } = jws;
  const alg = json.value['alg'];
  if (typeof alg !== 'string') return [error('The header has no algorithm.', 'RFC 7515 §4.1.1')];
  if (alg.toLowerCase() === 'none') {
    const unsigned = error('The token is not signed. Anyone can create such a token.', 'RFC 8725 §3.2');
    const spelt = error(
      `“${alg}” is not an algorithm. A verifier that compares only with “none” may skip the signature check.`,
      'RFC 7515 §4.1.1',
    );
    const surplus = warning('The header says unsigned, but the token has a signature.', 'RFC 7518 §3.6');
    return [unsigned, ...(alg === 'none' ? [] : [spelt]), ...(signature === '' ? [] : [surplus])];
  }
  if (signature === '')
    return [
      error(
        `The header says ${alg}, but the signature is missing. Anyone can create such a token.`,
        'RFC 8725 §3.2',
      ),
    ];
  if (jwsAlgorithm(alg) === undefined)
    return [warning(`${alg} is not a known signature algorithm.`, 'RFC 7518 §3.1')];
  if (isAllZero(alg, jws.signature.bytes))
    return [
      error(
        'The signature consists of zeros. A library that accepts it (CVE-2022-21449) accepts any claims.',
        'RFC 7518 §3.4',
      ),
    ];
  if (!alg.startsWith('HS')) return [];
  const weak = weakSecretOf(jws);
  return [
    ...(weak === null
      ? []
      : [
          error(
            `The MAC was made with the weak secret “${weak}”. An attacker with a short word list can forge tokens.`,
            'RFC 8725 §3.5',
          ),
        ]),
    notice(
      'The signature is a MAC. Every verifier can also create it. A recipient that uses public keys must reject it.',
      'RFC 8725 §3.1',
    ),
  ];
}

function isAllZero(alg: string, bytes: Uint8Array | null): boolean {
  return alg.startsWith('ES') && bytes !== null && bytes.every((byte) => byte === 0);
}

/** Ways in which a token brings its own key: a recipient that accepts them trusts the author of the token. */
function keyRemarks({ value }: JsonText): readonly TokenRemark[] {
  const remarks: TokenRemark[] = [];
  const has = (name: string) => value[name] !== undefined;
  if (has('jwk'))
    remarks.push(
      error(
        'The token contains its own key (jwk). A signature with that key proves nothing.',
        'RFC 7515 §4.1.3',
      ),
    );
  if (has('x5c'))
    remarks.push(
      warning(
        'The token contains its own certificate (x5c). It is only meaningful with a trusted root.',
        'RFC 7515 §4.1.6',
      ),
    );
  for (const name of ['jku', 'x5u'])
    if (has(name))
      remarks.push(
        error(
          `The token specifies where to fetch its key (${name}). A recipient that follows it trusts an unknown server.`,
          'RFC 8725 §3.10',
        ),
      );
  const { kid } = value;
  if (kid !== undefined && typeof kid !== 'string')
    remarks.push(warning('The kid is not a string.', 'RFC 7515 §4.1.4'));
  if (typeof kid === 'string' && /\.\.[/\\]|^[/\\]|['";|`$]|\0/.test(kid))
    remarks.push(
      error(
        'The kid looks like a path or a query fragment. It can select files or rows if the recipient uses it unchecked.',
        'RFC 8725 §3.10',
      ),
    );
  return remarks;
}

function criticalRemarks({ value }: JsonText): readonly TokenRemark[] {
  const { crit, b64 } = value;
  const remarks: TokenRemark[] = [];
  if (b64 === false)
    remarks.push(error('The payload is not encoded (b64). JWTs must not do that.', 'RFC 7797 §7'));
  if (crit === undefined) return remarks;
  const names = Array.isArray(crit) ? crit.filter((name) => typeof name === 'string') : [];
  if (!Array.isArray(crit) || names.length === 0 || names.length !== crit.length)
    return [...remarks, error('crit is not a list of names.', 'RFC 7515 §4.1.11')];
  const list = names.map((name) => `“${name}”`).join(', ');
  remarks.push(
    error(
      `The header marks as critical: ${list}. A recipient that does not support all of it must reject the token.`,
      'RFC 7515 §4.1.11',
    ),
  );
  if (names.some((name) => value[name] === undefined))
    remarks.push(error('crit names a parameter that the header does not contain.', 'RFC 7515 §4.1.11'));
  return remarks;
}

function faultRemark(what: string, fault: Base64urlFault): TokenRemark {
  const [words, clause] = faultWords[fault];
  return error(`The ${what} ${words}.`, clause);
}

function formRemarks(what: string, part: JwsPart, clause: string): readonly TokenRemark[] {
  const remarks = part.faults.map((fault) => faultRemark(what, fault));
  if (part.bytes !== null && !part.isUtf8)
    remarks.push(error(`The ${what} is not valid UTF-8. Parsers will read it differently.`, 'RFC 8725 §3.7'));
  const { json } = part;
  if (json !== null && json.duplicates.length > 0)
    remarks.push(
      error(
        `The ${what} contains ${json.duplicates.map((name) => `“${name}”`).join(', ')} more than once. Parsers use the first or the last.`,
        clause,
      ),
    );
  if (json?.hasLoneSurrogate === true)
    remarks.push(
      error(`The ${what} contains a lone surrogate. Parsers will read it differently.`, 'RFC 8259 §8.2'),
    );
  return remarks;
}

function claimRemarks({ json, text }: JwsPart, nowMillis: number): readonly TokenRemark[] {
  if (json === null) {
    const isNested = text !== null && /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_.-]*$/.test(text);
    return isNested
      ? [notice('The payload is another token. Inspect it separately.', 'RFC 7519 §5.2')]
      : [error('The claims are not base64url-encoded JSON.', 'RFC 7519 §7.2')];
  }
  const { exp, nbf, iat } = json.value;
  const remarks: TokenRemark[] = [];
  for (const [name, value] of Object.entries(json.value))
    if (claimWords[name]?.isInstant === true && typeof value !== 'number')
      remarks.push(error(`${name} is not a number of seconds.`, 'RFC 7519 §2'));
  if (typeof exp === 'number' && exp * 1_000 <= nowMillis)
    remarks.push(warning('According to its claims, the token has expired.', 'RFC 7519 §4.1.4'));
  if (typeof nbf === 'number' && nbf * 1_000 > nowMillis)
    remarks.push(warning('According to its claims, the token is not valid yet.', 'RFC 7519 §4.1.5'));
  if (typeof iat === 'number' && iat * 1_000 > nowMillis)
    remarks.push(warning('According to its claims, the token was issued in the future.', 'RFC 7519 §4.1.6'));
  if (typeof exp === 'number' && exp > 100_000_000_000)
    remarks.push(
      warning('exp is thousands of years in the future. It may be in milliseconds.', 'RFC 7519 §2'),
    );
  return remarks;
}
