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
  padding: ['has “=” at its end, which is left out in a token', 'RFC 7515 §2'],
  alphabet: ['is written with “+” or “/”, the alphabet of plain Base64', 'RFC 4648 §5'],
  'trailing-bits': [
    'ends with bits that belong to no byte: the same content can be written in several ways',
    'RFC 4648 §3.5',
  ],
  length: ['has a length that no bytes have', 'RFC 4648 §4'],
  characters: ['has characters that are not of base64url', 'RFC 4648 §5'],
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
  if (typeof alg !== 'string') return [error('Its header names no algorithm.', 'RFC 7515 §4.1.1')];
  if (alg.toLowerCase() === 'none') {
    const unsigned = error('It is not signed: anybody can have written it.', 'RFC 8725 §3.2');
    const spelt = error(
      `“${alg}” is no algorithm: a reader that compares the name with “none” alone may go on without a signature.`,
      'RFC 7515 §4.1.1',
    );
    const surplus = warning(
      'It is unsigned by its header, and has a signature all the same.',
      'RFC 7518 §3.6',
    );
    return [unsigned, ...(alg === 'none' ? [] : [spelt]), ...(signature === '' ? [] : [surplus])];
  }
  if (signature === '')
    return [
      error(
        `Its header says ${alg}, and there is no signature: anybody can have written it.`,
        'RFC 8725 §3.2',
      ),
    ];
  if (jwsAlgorithm(alg) === undefined)
    return [warning(`${alg} is no algorithm for signatures that is known here.`, 'RFC 7518 §3.1')];
  if (isAllZero(alg, jws.signature.bytes))
    return [
      error(
        'Its signature is nothing but zeros: a library that takes it (CVE-2022-21449) takes any claims.',
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
            `Its MAC was made with the secret “${weak}”: whoever tries a short list can write such tokens.`,
            'RFC 8725 §3.5',
          ),
        ]),
    notice(
      'Its signature is a MAC: whoever can check it can make it. A recipient that has a public key at hand must not take it.',
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
      error('It brings its own key (jwk): a signature by that key proves nothing.', 'RFC 7515 §4.1.3'),
    );
  if (has('x5c'))
    remarks.push(
      warning('It brings its own certificate (x5c): only a trusted root makes it count.', 'RFC 7515 §4.1.6'),
    );
  for (const name of ['jku', 'x5u'])
    if (has(name))
      remarks.push(
        error(
          `It says where its key is to be fetched (${name}): a recipient that does so asks a stranger.`,
          'RFC 8725 §3.10',
        ),
      );
  const { kid } = value;
  if (kid !== undefined && typeof kid !== 'string')
    remarks.push(warning('Its kid is no text.', 'RFC 7515 §4.1.4'));
  if (typeof kid === 'string' && /\.\.[/\\]|^[/\\]|['";|`$]|\0/.test(kid))
    remarks.push(
      error(
        'Its kid looks like a path or a piece of a query: where it names a file or a row, it chooses which.',
        'RFC 8725 §3.10',
      ),
    );
  return remarks;
}

function criticalRemarks({ value }: JsonText): readonly TokenRemark[] {
  const { crit, b64 } = value;
  const remarks: TokenRemark[] = [];
  if (b64 === false)
    remarks.push(error('Its payload is not encoded (b64), which no JWT may do.', 'RFC 7797 §7'));
  if (crit === undefined) return remarks;
  const names = Array.isArray(crit) ? crit.filter((name) => typeof name === 'string') : [];
  if (!Array.isArray(crit) || names.length === 0 || names.length !== crit.length)
    return [...remarks, error('Its crit is not a list of names.', 'RFC 7515 §4.1.11')];
  const list = names.map((name) => `“${name}”`).join(', ');
  remarks.push(
    error(`It says that ${list} must be understood: whoever does not has to refuse it.`, 'RFC 7515 §4.1.11'),
  );
  if (names.some((name) => value[name] === undefined))
    remarks.push(error('Its crit names a member that is not there.', 'RFC 7515 §4.1.11'));
  return remarks;
}

function faultRemark(what: string, fault: Base64urlFault): TokenRemark {
  const [words, clause] = faultWords[fault];
  return error(`Its ${what} ${words}.`, clause);
}

function formRemarks(what: string, part: JwsPart, clause: string): readonly TokenRemark[] {
  const remarks = part.faults.map((fault) => faultRemark(what, fault));
  if (part.bytes !== null && !part.isUtf8)
    remarks.push(error(`Its ${what} is not UTF-8: readers will differ in what it says.`, 'RFC 8725 §3.7'));
  const { json } = part;
  if (json !== null && json.duplicates.length > 0)
    remarks.push(
      error(
        `Its ${what} has ${json.duplicates.map((name) => `“${name}”`).join(', ')} twice: readers take the first or the last.`,
        clause,
      ),
    );
  if (json?.hasLoneSurrogate === true)
    remarks.push(
      error(`Its ${what} has half of a character in an escape: readers will differ in it.`, 'RFC 8259 §8.2'),
    );
  return remarks;
}

function claimRemarks({ json, text }: JwsPart, nowMillis: number): readonly TokenRemark[] {
  if (json === null) {
    const isNested = text !== null && /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_.-]*$/.test(text);
    return isNested
      ? [notice('Another token lies in it: inspect its content.', 'RFC 7519 §5.2')]
      : [error('Its claims are not JSON in base64url.', 'RFC 7519 §7.2')];
  }
  const { exp, nbf, iat } = json.value;
  const remarks: TokenRemark[] = [];
  for (const [name, value] of Object.entries(json.value))
    if (claimWords[name]?.isInstant === true && typeof value !== 'number')
      remarks.push(error(`${name} is no number of seconds.`, 'RFC 7519 §2'));
  if (typeof exp === 'number' && exp * 1_000 <= nowMillis)
    remarks.push(warning('By its own claims it has expired.', 'RFC 7519 §4.1.4'));
  if (typeof nbf === 'number' && nbf * 1_000 > nowMillis)
    remarks.push(warning('By its own claims it is not valid yet.', 'RFC 7519 §4.1.5'));
  if (typeof iat === 'number' && iat * 1_000 > nowMillis)
    remarks.push(warning('By its own claims it was issued in the future.', 'RFC 7519 §4.1.6'));
  if (typeof exp === 'number' && exp > 100_000_000_000)
    remarks.push(warning('Its exp lies thousands of years ahead: it may be in milliseconds.', 'RFC 7519 §2'));
  return remarks;
}
