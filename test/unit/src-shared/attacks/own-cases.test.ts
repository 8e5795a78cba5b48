import { describe, expect, test } from 'vitest';
import { casesOf, ownAttackCaseSchema, ownAttackFileSchema } from '#shared/attacks/index.ts';
import { attackFiles } from '#test/support/attacks.ts';
import { caseOfStep, ownCase, requestTo } from '#test/support/own-case.ts';

const [variant] = ownCase.variants;

/** The faults of a case, each as its place and its words. */
function faultsOf(value: unknown): readonly string[] {
  const parsed = ownAttackCaseSchema.safeParse(value);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
const withVariant = (change: object) => ({ ...ownCase, variants: [{ ...variant, ...change }] });
const sending = (step: object) => caseOfStep('ZZ-02', { request: requestTo('{{token_origin}}'), ...step });

test('a file of own cases is a list, or an object that names their group', () => {
  const ids = (file: unknown) => casesOf(ownAttackFileSchema.parse(file)).map(({ id }) => id);
  expect(ids([ownCase])).toEqual(['ZZ-01']);
  expect(ids({ title: 'Ours', cases: [ownCase] })).toEqual(['ZZ-01']);
  expect(ownAttackFileSchema.safeParse([]).success).toBe(false);
});

test('every case of the catalogue may be written by others too', () => {
  const faults = attackFiles.flatMap(({ cases }) =>
    cases.flatMap((attack) => faultsOf(attack).map((fault) => `${attack.id} ${fault}`)),
  );
  expect(faults).toEqual([]);
});

describe('a case of others is bounded', () => {
  test('in its tries', () => {
    expect(faultsOf(sending({ times: 500 }))).toEqual([]);
    expect(faultsOf(sending({ times: 501 })).join()).toContain('variants.0.steps.0.times');
    const three = withVariant({
      steps: ['a', 'b', 'c'].map((id) => ({ like: 'token', id, times: 400 })),
      expect: [{ check: 'answer', step: 'a', is: 'J400' }],
    });
    expect(faultsOf(three)).toEqual([
      'variants.0.steps: at most 1000 attempts are allowed; the case has 1200',
    ]);
  });

  test('in the time that a server is waited for which is not ours', () => {
    const wait = { act: 'wait', id: 'later', seconds: 3_600 };
    const late = withVariant({ steps: [wait, { like: 'token', id: 'again' }] });
    expect(faultsOf(late).join()).toContain('may wait at most 60 seconds');
    expect(faultsOf({ ...late, needs: ['hosted'] })).toEqual([]);
  });

  test('in its sizes', () => {
    const long = (value: string) =>
      withVariant({ edits: { token: [{ op: 'set', place: 'form.code', value }] } });
    const at = 'variants.0.edits.token.0.value';
    expect(faultsOf(long("{{'a'|repeat:1000000}}"))).toEqual([]);
    expect(faultsOf(long("{{'a'|repeat:4000|repeat:4000}}{{'b'|repeat:999999}}"))).toEqual([
      `${at}: repeats may create at most 16777216 characters`,
    ]);
    expect(faultsOf(long('{{code|repeat:2}}')).join()).toContain('only a text can be repeated');
    expect(faultsOf(long('x'.repeat(100_001)))).toEqual([`${at}: at most 100000 characters are allowed`]);
    const random = { act: 'make', id: 'made', as: 'x', maker: 'random', options: { bytes: 1e9 } };
    expect(faultsOf(withVariant({ steps: [random, ...variant.steps] })).join()).toContain('random bytes');
  });

  test('in its patterns, which have to be linear', () => {
    const body = (has: string) => withVariant({ expect: [{ check: 'body', step: 'again', has: [has] }] });
    expect(faultsOf(body('/^(a+)+$/'))).toEqual([]);
    expect(faultsOf(body(String.raw`/(a)\1/`)).join()).toContain('variants.0.expect.0.has.0');
    const capture = { name: 'x', from: 'body', of: '(?=a)' };
    expect(faultsOf(sending({ captures: [capture] })).join()).toContain('variants.0.steps.0.captures.0.of');
  });
});

test('a case names a flow that exists, and its variants differ by name', () => {
  expect(faultsOf(withVariant({ base: { ...variant.base, flow: 'kode' } })).join()).toContain(
    'variants.0.base.flow: the flow “kode” does not exist',
  );
  expect(faultsOf({ ...ownCase, variants: [variant, variant] })).toEqual([
    'variants.1.name: another variant is also called “”',
  ]);
});
