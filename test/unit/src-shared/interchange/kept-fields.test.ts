import { describe, expect, test } from 'vitest';
import { publicKeySet, withoutSecretFields } from '#shared/interchange/kept-fields.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Every member that makes a JWK a private one. RFC 7518 §6.2.2.1, §6.3.2, §6.4.1 */
const privateMembers: readonly (readonly [name: string, value: JsonValue])[] = [
  ['d', 'planted'],
  ['p', 'planted'],
  ['q', 'planted'],
  ['dp', 'planted'],
  ['dq', 'planted'],
  ['qi', 'planted'],
  ['oth', [{ r: 'planted', d: 'planted', t: 'planted' }]],
  ['k', 'planted'],
];
/** Members of public keys of all kinds. RFC 7517 §4, RFC 7518 §6.2.1, §6.3.1 */
const open = {
  kid: '1',
  use: 'sig',
  key_ops: ['verify'],
  alg: 'RS256',
  x5c: ['MII'],
  crv: 'P-256',
  x: 'x',
  y: 'y',
  n: 'n',
  e: 'e',
};

describe.each(privateMembers)('the private member “%s” of a key', (name, value) => {
  test('is taken out of a key that stands alone, and nothing else of it', () => {
    const key = { kty: 'RSA', ...open };
    expect(withoutSecretFields({ signing: { ...key, [name]: value } })).toEqual({
      value: { signing: key },
      removed: [`signing.${name}`],
    });
  });

  test('is taken out of the keys of a set, also where they do not say what they are', () => {
    expect(withoutSecretFields({ jwks: { keys: [open, { ...open, [name]: value }] } })).toEqual({
      value: { jwks: { keys: [open, open] } },
      removed: [`jwks.keys.1.${name}`],
    });
  });

  test('is taken out of a set that is written as text', () => {
    const text = JSON.stringify({ keys: [{ kty: 'oct', [name]: value }] });
    expect(publicKeySet(text, ['jwks'])).toEqual({
      value: { keys: [{ kty: 'oct' }] },
      removed: [`jwks.keys.0.${name}`],
    });
  });

  test('stays where no key is', () => {
    const other = { settings: { [name]: value } };
    expect(withoutSecretFields(other)).toEqual({ value: other, removed: [] });
  });
});
