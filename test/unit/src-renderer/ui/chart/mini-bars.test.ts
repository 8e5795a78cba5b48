import { describe, expect, test } from 'vitest';
import { barsPath, gathered } from '#renderer/ui/chart/mini-bars.tsx';

describe('small bars', () => {
  test('gather a day of minutes into as many bars as can be told apart, and lose none', () => {
    const minutes = Array.from({ length: 1_440 }, (_, at) => at % 3);
    const bars = gathered(minutes, 30);
    expect(bars).toHaveLength(30);
    expect(bars.reduce((sum, value) => sum + value, 0)).toBe(minutes.reduce((sum, value) => sum + value, 0));
    expect(gathered([1, 2], 30)).toEqual([1, 2]);
  });

  test('stand on each other, and none is drawn for nothing', () => {
    expect(barsPath([0, 0], null, 10)).toBe('');
    // The second bar begins where the first ends: at half the height.
    expect(barsPath([0, 2], [0, 5], 10)).toContain('M1.14 50.00v-20.00');
  });
});
