import { describe, expect, test } from 'vitest';
import {
  type ForgeForm,
  firstForgeForm,
  forgeOf,
  forgePresets,
  signingOf,
  withPreset,
} from '#renderer/features/flows/token/forge-form.ts';
import { flowMessages } from '#renderer/features/flows/words.ts';

const nowMillis = 1_800_000_000_000;
const source = { token: 'a.b.c' };
const fresh = firstForgeForm({ header: '{"alg":"RS256","kid":"k"}', claims: '{"exp":1}' }, nowMillis);
const form = (changes: Partial<ForgeForm>) => ({ ...fresh, ...changes });
const headerOf = ({ header }: ForgeForm): unknown => JSON.parse(header);

describe('the form in which a token is made', () => {
  test('begins with the texts of the token, or with a new one that is good for five minutes', () => {
    expect(fresh).toMatchObject({
      header: '{"alg":"RS256","kid":"k"}',
      claims: '{"exp":1}',
      kind: 'session-key',
    });
    expect(JSON.parse(firstForgeForm(null, nowMillis).claims)).toMatchObject({
      iat: 1_800_000_000,
      exp: 1_800_000_300,
    });
  });

  test('asks for nothing while something is missing', () => {
    expect(forgeOf(fresh, source)).toMatchObject({ signing: { kind: 'session-key' }, isAsTyped: false });
    expect(forgeOf(form({ claims: '{' }), source)).toBeNull();
    expect(forgeOf(form({ claims: '{', isAsTyped: true }), source)).toMatchObject({ claims: '{' });
    expect(signingOf(form({ kind: 'pasted-key', key: ' ' }), source)).toBeNull();
    expect(signingOf(form({ kind: 'client-secret' }), source)).toBeNull();
    expect(signingOf(form({ kind: 'original' }), null)).toBeNull();
    expect(signingOf(form({ kind: 'original' }), source)).toEqual({ kind: 'original', source });
    expect(signingOf(form({ kind: 'secret', secret: '' }), source)).toMatchObject({ text: '' });
    expect(signingOf(form({ kind: 'public-key' }), source)).toMatchObject({ kid: null, form: 'pem' });
  });
});

describe('presets', () => {
  test('have their words, each with its clause', () => {
    expect(Object.keys(flowMessages.tokenForge.presets).toSorted()).toEqual(
      Object.keys(forgePresets).toSorted(),
    );
    for (const [, sentence, clause] of Object.values(flowMessages.tokenForge.presets)) {
      expect(sentence).toMatch(/^A server that .*\.$/);
      expect(clause).toMatch(/^RFC \d{4} §/);
    }
  });

  test('change what they say, and leave the rest', () => {
    const preset = (name: string) => withPreset(fresh, name, fresh, nowMillis);
    expect(preset('none')).toMatchObject({ kind: 'none', spelling: 'none', header: fresh.header });
    expect(headerOf(preset('kid'))).toEqual({ alg: 'RS256', kid: '../../../../../../dev/null' });
    expect(headerOf(preset('jwk'))).toEqual({ alg: 'RS256' });
    expect(headerOf(preset('crit'))).toEqual({
      alg: 'RS256',
      kid: 'k',
      crit: ['x-unknown'],
      'x-unknown': true,
    });
    expect(headerOf(preset('x5u'))).toMatchObject({ x5u: 'https://attacker.example/key.pem' });
    expect(forgeOf(preset('psychic'), source)?.signing).toEqual({ kind: 'zero', algorithm: 'ES256' });
    expect(forgeOf(preset('weak-secret'), source)?.signing).toEqual({
      kind: 'secret',
      text: 'secret',
      algorithm: 'HS256',
    });
    expect(forgeOf(preset('jwe'), source)?.signing).toEqual({ kind: 'encrypted', text: null });
    expect([headerOf(preset('b64')), forgeOf(preset('b64'), source)?.payload]).toEqual([
      { alg: 'RS256', kid: 'k', b64: false, crit: ['b64'] },
      'unencoded',
    ]);
    expect([headerOf(preset('nested')), forgeOf(preset('nested'), source)?.payload]).toEqual([
      { alg: 'RS256', kid: 'k', cty: 'JWT' },
      'nested',
    ]);
    expect(headerOf(preset('typ'))).toEqual({ alg: 'RS256', kid: 'k', typ: 'at+jwt' });
    const access = { ...fresh, header: '{"typ":"application/at+jwt"}' };
    expect(headerOf(withPreset(access, 'typ', access, nowMillis))).toEqual({ typ: 'JWT' });
    expect(JSON.parse(preset('expired').claims)).toEqual({ exp: 1_799_996_400 });
  });

  test('take back what one before them wrote into the header, and keep claims that were typed', () => {
    const edited = { ...withPreset(fresh, 'jku', fresh, nowMillis), claims: '{"sub":"mallory"}' };
    expect(withPreset(withPreset(fresh, 'b64', fresh, nowMillis), 'none', fresh, nowMillis).payload).toBe(
      'encoded',
    );
    const after = withPreset(edited, 'original', fresh, nowMillis);
    expect(after).toMatchObject({ kind: 'original', header: fresh.header, claims: '{"sub":"mallory"}' });
    expect(withPreset(after, '', fresh, nowMillis)).toMatchObject({ preset: '', keepsAlgorithm: false });
  });
});
