import { describe, expect, test } from 'vitest';
import { compileExpression, requestTree } from '#shared/expressions/index.ts';
import { createPolicy, type PolicyConfig, type ScriptHandle } from '#shared/throttle/index.ts';
import { makeRate } from './rates.ts';

const [gold, silver, standard] = [makeRate(6, '10 s'), makeRate(3, '10 s'), makeRate(1, '10 s')];
const scopeOf = (status: unknown) => ({ contexts: { oauth2: { accessToken: { info: { status } } } } });
const script: PolicyConfig = {
  type: 'ScriptableThrottlingPolicy',
  script: { type: 'application/javascript', source: '', args: { a: 1 }, hasClient: false, pointer: '/x' },
};
const withScript = (handle: ScriptHandle) => createPolicy(script, { script: () => handle });

function mapper(source: string) {
  const { expression } = compileExpression(source, { kind: 'runtime', tree: requestTree });
  if (expression === null) throw new Error(source);
  return expression;
}

describe('the mapped policy', () => {
  const policy = createPolicy(
    {
      type: 'MappedThrottlingPolicy',
      mapper: mapper('${contexts.oauth2.accessToken.info.status}'),
      rates: new Map([
        ['gold', gold],
        ['silver', silver],
      ]),
      defaultRate: standard,
    },
    {},
  );

  test.each([
    ['gold', { rate: gold, why: 'mapped', mapped: 'gold' }],
    ['silver', { rate: silver, why: 'mapped', mapped: 'silver' }],
    ['bronze', { rate: standard, why: 'default', mapped: 'bronze' }],
    [null, { rate: standard, why: 'default', mapped: null }],
    [7, { rate: standard, why: 'default', mapped: null }],
    ['__proto__', { rate: standard, why: 'default', mapped: '__proto__' }],
  ])('gives what status %s is mapped to', (status, answer) => {
    expect(policy.rate(scopeOf(status), 0)).toEqual(answer);
  });
});

describe('the fixed rate', () => {
  test('is the same for all', () => {
    expect(createPolicy({ type: 'fixed', rate: gold }, {}).rate({}, 0)).toEqual({ rate: gold, why: 'fixed' });
  });
});

describe('the scriptable policy', () => {
  test('gives a rate, a promise of one, or none', async () => {
    expect(withScript({ rate: () => gold }).rate({}, 0)).toEqual({ rate: gold, why: 'script' });
    expect(await withScript({ rate: () => Promise.resolve(gold) }).rate({}, 0)).toEqual({
      rate: gold,
      why: 'script',
    });
    expect(withScript({ rate: () => null }).rate({}, 0)).toEqual({ rate: null, why: 'none' });
  });

  test('passes on the declaration, the scope and the time, and what goes wrong', async () => {
    const seen: unknown[] = [];
    const policy = createPolicy(script, {
      script: ({ args }) => ({
        rate(scope, nowNanos) {
          seen.push(args, scope, nowNanos);
          return Promise.reject(new Error('It hangs.'));
        },
      }),
    });
    await expect(policy.rate({ a: 1 }, 42)).rejects.toThrow('It hangs.');
    expect(seen).toEqual([{ a: 1 }, { a: 1 }, 42]);
  });

  test('is pure only where its script keeps nothing', () => {
    expect(withScript({ rate: () => null }).isPure).toBe(false);
    expect(withScript({ rate: () => null, isStateless: true }).isPure).toBe(true);
  });

  test('needs somebody to run it', () => {
    expect(() => createPolicy(script, {})).toThrow(
      expect.objectContaining({ code: 'simulation.script-missing' }),
    );
  });
});

describe('the policy with a default', () => {
  const over = (handle: ScriptHandle) =>
    createPolicy(
      { type: 'DefaultRateThrottlingPolicy', delegate: script, defaultRate: standard },
      { script: () => handle },
    );

  test('has its own rate where the delegate has none', async () => {
    expect(over({ rate: () => null }).rate({}, 0)).toEqual({ rate: standard, why: 'default' });
    expect(await over({ rate: () => Promise.resolve(null) }).rate({}, 0)).toEqual({
      rate: standard,
      why: 'default',
    });
    expect(over({ rate: () => gold }).rate({}, 0)).toEqual({ rate: gold, why: 'script' });
  });

  test('does not hide that the delegate has failed', async () => {
    await expect(over({ rate: () => Promise.reject(new Error('no')) }).rate({}, 0)).rejects.toThrow('no');
  });
});
