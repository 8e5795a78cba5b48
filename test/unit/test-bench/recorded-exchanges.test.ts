import { describe, expect, test } from 'vitest';
import { createRuleSharer, packExchange } from '#main/platform/exchange-codec.ts';
import { draftOfExchange } from '#test/bench/programs/recorded-exchanges.ts';

describe('an exchange as the benchmark of the recorder makes it', () => {
  test('carries 200 bytes in, 300 bytes out, and a trace of twelve rules that passed', () => {
    const { requestBody, responseBody, trace } = packExchange('1', draftOfExchange(0), true);
    expect([requestBody.sizeBytes, responseBody.sizeBytes]).toEqual([200, 300]);
    expect(trace?.rules.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'passed'));
  });

  test('shares its rules with the next one, and only those that say the same', () => {
    const share = createRuleSharer();
    const [first, second] = ['1', '2'].map((id) => packExchange(id, draftOfExchange(0), true));
    expect(second?.trace?.rules).toBe(first?.trace?.rules);
    const [rule] = share(second?.trace?.rules ?? []);
    if (rule === undefined) throw new Error('There is no rule.');
    const failed = { ...rule, outcome: 'failed', got: 'nothing' } as const;
    expect(share([failed])).toEqual([failed]);
    expect(share([{ ...failed, got: 'something' }])).toEqual([{ ...failed, got: 'something' }]);
  });
});
