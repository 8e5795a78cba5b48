import { describe, expect, test } from 'vitest';
import { firstForgeForm, withPreset } from '#renderer/features/flows/token/forge-form.ts';
import { type ForgeShapeId, forgeShapeIds, shapedForm } from '#renderer/features/flows/token/forge-shapes.ts';
import { flowMessages } from '#renderer/features/flows/words.ts';

const nowMillis = 1_800_000_000_000;
const context = { issuer: 'https://as.example', nowMillis, unique: 'unique-text' };
const shaped = (id: ForgeShapeId) => shapedForm(id, context);
const headerOf = (id: ForgeShapeId) => JSON.parse(shaped(id).header) as Record<string, unknown>;
const claimsOf = (id: ForgeShapeId) => JSON.parse(shaped(id).claims) as Record<string, unknown>;

/** Type and required claims, as the documents list them. */
const required: Readonly<
  Record<ForgeShapeId, readonly [typ: string | undefined, claims: readonly string[]]>
> = {
  'client-assertion': ['client-authentication+jwt', ['iss', 'sub', 'aud', 'exp', 'jti']],
  'dpop-proof': ['dpop+jwt', ['jti', 'htm', 'htu', 'iat']],
  'request-object': ['oauth-authz-req+jwt', ['iss', 'aud', 'client_id', 'response_type']],
  'jarm-response': [undefined, ['iss', 'aud', 'exp']],
  'logout-token': ['logout+jwt', ['iss', 'aud', 'iat', 'exp', 'jti', 'events']],
  'id-jag': ['oauth-id-jag+jwt', ['iss', 'sub', 'aud', 'client_id', 'jti', 'exp', 'iat']],
};

describe.each(forgeShapeIds)('a %s', (id) => {
  test('has the type and the claims of its document', () => {
    const [typ, claims] = required[id];
    expect(headerOf(id)['typ']).toBe(typ);
    expect(Object.keys(claimsOf(id))).toEqual(expect.arrayContaining([...claims]));
  });

  test('is good now, and for ten minutes at most', () => {
    const { iat = 1_800_000_000, exp = 1_800_000_300 } = claimsOf(id);
    expect(iat).toBe(1_800_000_000);
    expect(Number(exp) - 1_800_000_000).toBeGreaterThan(0);
    expect(Number(exp) - 1_800_000_000).toBeLessThanOrEqual(600);
  });

  test('has its words', () => {
    expect(flowMessages.tokenForge.shapes[id]).not.toBe('');
    expect(flowMessages.tokenForge.shapeHelp[id]).toMatch(/\.|RFC/);
  });
});

test('a proof has its key in the header, and keeps it under an attack', () => {
  expect(shaped('dpop-proof').isEmbedded).toBe(true);
  const fresh = { ...firstForgeForm(null, nowMillis), ...shaped('dpop-proof') };
  const attacked = withPreset(fresh, 'expired', fresh, nowMillis);
  expect(attacked).toMatchObject({ isEmbedded: true, header: fresh.header });
});

test('a logout token has no nonce, so that no ID token is mistaken for it', () => {
  expect(claimsOf('logout-token')).not.toHaveProperty('nonce');
});
