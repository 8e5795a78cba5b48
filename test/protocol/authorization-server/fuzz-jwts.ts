import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { SeededRandom } from './fuzz-random.ts';
import { type Known, wireValue } from './fuzz-values.ts';

/** The key of whoever signs in these requests; fixed, and of Ed25519: a seed makes the same bytes again. RFC 8037 §A.1 */
const privateKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
});

/** Its public half, as clients and issuers register it. */
export const fuzzKey = createPublicKey(privateKey).export({ format: 'jwk' }) as Readonly<
  Record<string, unknown>
>;

type Members = Readonly<Record<string, unknown>>;

/** Values that hardly a reader of JSON has thought of. */
const oddValues: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1e300,
  2 ** 53,
  '',
  ' ',
  [],
  {},
  [[[]]],
  ['a', 1, null],
  { a: { b: {} } },
  'none',
  'HS256',
  'b64',
  'javascript:alert(1)',
  'https://127.0.0.1:1/x',
  'https://elsewhere.example/cb',
  '\u0000\ud800',
  'x'.repeat(9_000),
  Array.from({ length: 300 }, (_, index) => `https://elsewhere.example/${index}`),
];
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'crit',
  'b64',
  'jku',
  'x5u',
  'jwk',
  'kid',
  'alg',
] as const;

/** An object with up to three of its members changed, added or left out. */
export function spoilMembers(random: SeededRandom, known: Known, members: Members): Members {
  const spoiled = new Map(Object.entries(members));
  const changes = random.below(4);
  for (let change = 0; change < changes; change += 1) {
    const names = [...spoiled.keys()];
    const name = random.chance(75) ? (names[random.below(names.length)] ?? 'x') : random.pick(oddNames);
    if (random.chance(20)) spoiled.delete(name);
    else spoiled.set(name, random.chance(70) ? random.pick(oddValues) : wireValue(random, known));
  }
  return Object.fromEntries(spoiled);
}

const encoded = (members: Members): string => Buffer.from(JSON.stringify(members)).toString('base64url');

const signatureOf = (input: string): string =>
  sign(null, Buffer.from(input), privateKey).toString('base64url');

/** A JWT as it should be, signed with the key. RFC 7515 §7.1 */
export function signedJwt(header: Members, claims: Members): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${signatureOf(input)}`;
}

/** The parts of a JWT as they would be right; `alg` is that of the key. */
export interface JwtParts {
  readonly header: Members;
  readonly claims: Members;
}

/** A JWT, often with something wrong in its header, its claims, its signature or its form. RFC 7519 §7.2 */
export function spoiledJwt(random: SeededRandom, known: Known, { header, claims }: JwtParts): string {
  const usual = { alg: 'EdDSA', ...header };
  const heads = random.chance(25) ? spoilMembers(random, known, usual) : usual;
  const body = random.chance(60) ? spoilMembers(random, known, claims) : claims;
  const input = `${encoded(heads)}.${encoded(body)}`;
  const signature = random.chance(6) ? random.pick(['', 'AA', '!!', 'A'.repeat(5_000)]) : signatureOf(input);
  const whole = `${input}.${signature}`;
  if (!random.chance(7)) return whole;
  return random.pick([
    `${whole}.x`,
    input,
    whole.slice(1),
    `${whole}=`,
    whole.replace('.', '..'),
    'A'.repeat(40_000),
  ]);
}

/** A proof for a request of this method and address, for the token where it has one. RFC 9449 §4.2 */
export function spoiledProof(
  random: SeededRandom,
  known: Known,
  { method, path, token }: { readonly method: string; readonly path: string; readonly token: string | null },
): string {
  const ath = token === null ? {} : { ath: createHash('sha256').update(token).digest('base64url') };
  return spoiledJwt(random, known, {
    header: { typ: 'dpop+jwt', jwk: fuzzKey },
    claims: {
      jti: random.bytes(12).toString('hex'),
      htm: method,
      htu: known.origin + path,
      iat: known.nowSeconds,
      ...ath,
    },
  });
}

/** The text of a JSON body, now and then broken. */
export function spoiledJson(random: SeededRandom, known: Known, members: Members): string {
  const text = JSON.stringify(spoilMembers(random, known, members));
  if (!random.chance(8)) return text;
  return random.pick([
    text.slice(0, -1),
    `[${text}]`,
    `${text}${text}`,
    '{"a":'.repeat(4_000),
    '['.repeat(20_000),
    `{"redirect_uris":${'['.repeat(500)}${']'.repeat(500)}}`,
    '"text"',
    'null',
    '',
    `\ufeff${text}`,
    text.replace('{', '{"client_name":"twice",'),
  ]);
}
