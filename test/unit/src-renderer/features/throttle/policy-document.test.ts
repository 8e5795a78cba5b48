import { describe, expect, test } from 'vitest';
import { withDefaultRate, withoutDefaultRate } from '#renderer/features/throttle/policy/default-rate.ts';
import { withThrottlingFilter } from '#renderer/features/throttle/policy/new-filter.ts';
import {
  policyFormOf,
  withKind,
  withRenamedStatus,
  withStatus,
} from '#renderer/features/throttle/policy/policy-document.ts';
import { chainOf, throttlingFiltersOf } from '#renderer/features/throttle/policy/route-document.ts';
import { valueOf } from '#renderer/workbench/json-edits.ts';

const throttling = {
  requestGroupingPolicy: '${contexts.oauth2.accessToken.info.mail}',
  throttlingRatePolicy: {
    type: 'MappedThrottlingPolicy',
    config: {
      throttlingRateMapper: '${contexts.oauth2.accessToken.info.status}',
      throttlingRatesMapping: { gold: { numberOfRequests: '${6}', duration: '10 s' } },
      defaultRate: { numberOfRequests: 1, duration: '10 s' },
    },
  },
};
const onHeap = JSON.stringify({
  heap: [
    { name: 'limit', type: 'ThrottlingFilter', config: throttling },
    {
      name: 'orders',
      type: 'Chain',
      config: { filters: ['limit', 'nobody'], handler: 'ReverseProxyHandler' },
    },
  ],
  handler: 'orders',
});

/** The form of the only throttling filter, as the screen reads it. */
function read(text: string) {
  const document = valueOf(text);
  const [filter] = throttlingFiltersOf(document);
  if (filter === undefined) throw new Error('The route throttles nothing.');
  return { text, document, filter, form: policyFormOf(document, filter) };
}

describe('a route with its components on the heap', () => {
  test('shows the chain in order, with what answers at its end', () => {
    const { entries, handler } = chainOf(valueOf(onHeap));
    expect(entries.map(({ title, declared }) => [title, declared?.type ?? null])).toEqual([
      ['limit', 'ThrottlingFilter'],
      ['nobody', null],
    ]);
    expect(handler).toBe('ReverseProxyHandler');
  });

  test('is edited where the component is declared', () => {
    const { form } = read(onHeap);
    expect(form.ratesPath.slice(0, 2)).toEqual(['heap', 0]);
    expect(form.rates).toMatchObject([{ status: 'gold', requests: '${6}', duration: '10 s' }]);
    expect(form.defaultRate).toMatchObject({ requests: '1' });
  });

  test('that goes round in circles is read all the same', () => {
    const loop = {
      heap: [{ name: 'a', type: 'Chain', config: { filters: [], handler: 'a' } }],
      handler: 'a',
    };
    expect(chainOf(loop as never).entries).toEqual([]);
  });
});

describe('the kind of a policy', () => {
  test('goes from a mapping to one rate and back, and takes the rates along', () => {
    const mapped = read(onHeap);
    const fixed = read(withKind(mapped.text, mapped.filter, mapped.form, 'fixed'));
    expect(fixed.form.kind).toBe('fixed');
    expect(fixed.form.rate).toMatchObject({ requests: '1', duration: '10 s' });
    expect(fixed.form.group).toBe(throttling.requestGroupingPolicy);
    const again = read(withKind(fixed.text, fixed.filter, fixed.form, 'mapped'));
    expect(again.form.kind).toBe('mapped');
    expect(again.form.defaultRate).toMatchObject({ requests: '1', duration: '10 s' });
  });

  test('with a script has a default rate around it, which can be taken away and put back', () => {
    const mapped = read(onHeap);
    const script = read(withKind(mapped.text, mapped.filter, mapped.form, 'script'));
    expect(script.form).toMatchObject({ kind: 'script', isWrapped: true, defaultRate: { requests: '1' } });
    const bare = read(withoutDefaultRate(script.text, script.document, script.filter));
    expect(bare.form).toMatchObject({ kind: 'script', isWrapped: false, defaultRate: null });
    const wrapped = read(withDefaultRate(bare.text, bare.document, bare.filter));
    expect(wrapped.form).toMatchObject({ kind: 'script', isWrapped: true });
  });

  test('with both a rate and a policy is said to be unclear', () => {
    const both = JSON.stringify({
      handler: {
        type: 'Chain',
        config: {
          filters: [{ type: 'ThrottlingFilter', config: { ...throttling, rate: {} } }],
          handler: 'ReverseProxyHandler',
        },
      },
    });
    expect(read(both).form.kind).toBe('unclear');
  });
});

describe('the statuses of a mapping', () => {
  test('get a name that none has yet, and keep their place when they are renamed', () => {
    const first = read(onHeap);
    const two = read(withStatus(first.text, first.form));
    expect(two.form.rates.map(({ status }) => status)).toEqual(['gold', 'silver']);
    const renamed = read(withRenamedStatus(two.text, two.form, 'gold', 'platinum'));
    expect(renamed.form.rates.map(({ status }) => status)).toEqual(['platinum', 'silver']);
    expect(withRenamedStatus(two.text, two.form, 'gold', ' ')).toBe(two.text);
  });
});

test('a route without a throttling filter gets one at the end of its chain, or a chain', () => {
  const bare = '{"handler":"ReverseProxyHandler"}';
  const chained = read(withThrottlingFilter(bare, valueOf(bare)));
  expect(chainOf(chained.document).handler).toBe('ReverseProxyHandler');
  expect(chained.form).toMatchObject({ kind: 'fixed', group: '' });
});
