import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chipsOf,
  defaultFilter,
  facetFiltersOf,
  hasTime,
  toggleResult,
  toggleSource,
  withTime,
} from '#renderer/features/activity/chips.ts';
import { trafficSources } from '#shared/exchange/index.ts';
import { exchangeResults } from '#shared/exchange/traffic-sources.ts';
import { property } from '#test/support/property.ts';

const hiddenBy = (filter: string) => [...(chipsOf(filter)?.hidden ?? [])];

describe('chips over a filter', () => {
  test('say what the text says', () => {
    expect(hiddenBy(defaultFilter)).toEqual(['attacks']);
    expect(chipsOf('client:portal-web -source:live status:4xx')).toMatchObject({ result: '4xx' });
    expect(hiddenBy('-source:live or status:4xx')).toEqual([]);
    expect(hiddenBy('source:flows')).toEqual(trafficSources.filter((source) => source !== 'flows'));
    expect(chipsOf('is:refused')?.result).toBe('refused');
    expect(chipsOf('status:404')?.result).toBeNull();
    expect(chipsOf('status:banana')).toBeNull();
  });

  test('change their own part of it, and leave the rest as it was typed', () => {
    expect(toggleSource(defaultFilter, 'attacks')).toBe('');
    expect(toggleSource('(user:ann | user:bob) -path:/health', 'live')).toBe(
      '(user:ann | user:bob) -path:/health -source:live',
    );
    expect(toggleResult(defaultFilter, 'refused')).toBe('-source:attacks is:refused');
    expect(toggleResult('status:4xx client:x', '5xx')).toBe('client:x status:5xx');
    expect(toggleResult('client:x status:5xx', '5xx')).toBe('client:x');
  });

  test('a range of time takes the place of another one, and is taken away alone', () => {
    const range = { fromMillis: 1_795_477_480_000, untilMillis: 1_795_477_500_000 };
    const filter = withTime('client:x -source:attacks', range);
    expect(filter).toBe('client:x after:2026-11-23T23:44:40Z before:2026-11-23T23:45:00Z -source:attacks');
    expect(hasTime(filter)).toBe(true);
    expect(withTime(filter, { ...range, untilMillis: range.fromMillis + 1_000 })).toBe(
      'client:x after:2026-11-23T23:44:40Z before:2026-11-23T23:44:41Z -source:attacks',
    );
    expect(withTime(filter, null)).toBe('client:x -source:attacks');
    expect(hasTime('client:x')).toBe(false);
  });

  test('that leave one source name it', () => {
    const filter = trafficSources.slice(1).reduce(toggleSource, '');
    expect(filter).toBe('source:flows');
    expect(toggleSource(filter, 'live')).not.toContain('-source:live');
  });

  test('are counted as if none of their kind were chosen', () => {
    expect(facetFiltersOf('client:x -source:attacks is:refused')).toEqual({
      sources: 'client:x is:refused',
      results: 'client:x -source:attacks',
    });
  });

  const filters = fc
    .tuple(fc.subarray([...trafficSources], { maxLength: 5 }), fc.option(fc.constantFrom(...exchangeResults)))
    .map(([hidden, result]) =>
      hidden.reduce(toggleSource, result === null ? 'a' : toggleResult('a', result)),
    );

  property([filters, fc.constantFrom(...trafficSources)])(
    'toggled twice are as before, whatever was chosen',
    (filter, source) => {
      const twice = toggleSource(toggleSource(filter, source), source);
      expect(new Set(hiddenBy(twice))).toEqual(new Set(hiddenBy(filter)));
      expect(chipsOf(twice)?.result).toBe(chipsOf(filter)?.result);
    },
  );
});
