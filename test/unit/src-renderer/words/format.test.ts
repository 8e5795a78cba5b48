import { describe, expect, test } from 'vitest';
import { clockText } from '#renderer/app/clock-item.tsx';
import {
  formatBytes,
  formatCount,
  formatCountdown,
  formatDuration,
  formatElapsed,
  formatOffset,
  formatRelative,
} from '#renderer/words/format.ts';

describe('measured numbers', () => {
  test('what took minutes is said in its two largest units, anything shorter as a duration', () => {
    expect(formatElapsed(59_900)).toBe('59.9\u00a0s');
    expect(formatElapsed(112_000)).toBe('1\u00a0min 52\u00a0s');
  });

  test('have separators, and their unit after a space that does not break', () => {
    expect(formatCount(12_400)).toBe('12,400');
    expect(formatDuration(420)).toBe('0.4\u00a0ms');
    expect(formatDuration(14_200)).toBe('14\u00a0ms');
    expect(formatDuration(2_340_000)).toBe('2.3\u00a0s');
    expect(formatBytes(312)).toBe('312\u00a0B');
    expect(formatBytes(4_096)).toBe('4.1\u00a0kB');
  });
});

describe('a countdown', () => {
  test('counts a started second as whole and never goes below zero', () => {
    expect(formatCountdown(40_000)).toBe('0:40');
    expect(formatCountdown(39_001)).toBe('0:40');
    expect(formatCountdown(-5_000)).toBe('0:00');
  });

  test('shows hours only when there are any', () => {
    expect(formatCountdown(6_200_000)).toBe('1:43:20');
  });
});

describe('the clock of the services', () => {
  test('is real while nobody has moved it', () => {
    expect(clockText({ offsetMillis: 12, frozen: false })).toBe('Clock: real');
  });

  test('says how far it was moved, and that it stands', () => {
    expect(clockText({ offsetMillis: 90_000_000, frozen: false })).toBe('Clock: +1\u00a0d 1\u00a0h');
    expect(clockText({ offsetMillis: -300_000, frozen: true })).toBe('Clock: −5\u00a0min, frozen');
  });
});

test('an instant is told against now', () => {
  expect(formatOffset(0)).toBe('+0\u00a0s');
  expect(formatRelative(61_000, 1_000)).toBe('in 1\u00a0min');
  expect(formatRelative(1_000, 61_000)).toBe('1\u00a0min ago');
});
