import { expect, test } from 'vitest';
import { isCheckDue, isFeedAddress, isNewer } from '#shared/desktop/index.ts';

test.each([
  ['1.2.4', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.2', '1.2.3', false],
  ['1.2.3', '1.2.3-beta.1', true],
  ['1.2.3-beta.1', '1.2.3', false],
])('%s after %s: %s', (version, than, expected) => {
  expect(isNewer(version, than)).toBe(expected);
});

const day = 24 * 3_600_000;
test.each([
  ['never before', null, 0, true],
  ['a moment ago', 1_000, 2_000, false],
  ['not quite a day ago', 0, day - 1, false],
  ['a day ago', 0, day, true],
  ['in what is the future of a clock that was set back', 5_000, 1_000, true],
])('asked %s: due is %s %s %s', (_, last, now, expected) => {
  expect(isCheckDue(last, now)).toBe(expected);
});

test.each([
  ['https://releases.example/feed.json', true],
  ['https://releases.example:8443/feed?channel=a', true],
  ['http://releases.example/feed.json', false],
  ['https://user:pw@releases.example/', false],
  ['https://releases.example/x@y', false],
  ['https://', false],
  ['https:///feed', false],
  ['file:///feed', false],
  [' https://releases.example/', false],
  ['', false],
])('%j may be asked for the newest version: %s', (address, expected) => {
  expect(isFeedAddress(address)).toBe(expected);
});
