import { describe, expect, test } from 'vitest';
import { formatShare } from '#renderer/words/format.ts';
import { shareText } from '#shared/throttle/simulation/figures.ts';

describe('a share in words', () => {
  test.each([
    [0, '0 %', '0%'],
    [1, '100 %', '100%'],
    [0.38, '38 %', '38%'],
    [0.7857, '78.6 %', '78.6%'],
    // 11 of 20,000 were accepted, then 11 of 20,000,000: neither is all.
    [1 - 11 / 20_000, '99.9 %', '99.9%'],
    [0.99978, '99.98 %', '99.98%'],
    [1 - 11 / 20_000_000, '> 99.99 %', '>\u00a099.99%'],
    [0.0004, '0.04 %', '0.04%'],
    [1 / 20_000_000, '< 0.01 %', '<\u00a00.01%'],
  ])('%d is neither none nor all but where it is', (share, onCommandLine, onScreen) => {
    expect([shareText(share), formatShare(share)]).toEqual([onCommandLine, onScreen]);
  });
});
