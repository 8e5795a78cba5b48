import { expect, test } from 'vitest';
import { trustSentence } from '#main/hosts/headless/trust-sentence.ts';
import type { TrustItem } from '#shared/trust/index.ts';

const item = (kind: TrustItem['kind'], value: string): TrustItem => ({ kind, value, files: [] });

test('what a folder does stands on one line, by its kinds, and long lists are counted', () => {
  const hosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => item('destination', `${name}.example`));
  const items = [...hosts, item('listen', 'gateway 0.0.0.0'), item('script', 'scripts/rate.js')];
  expect(trustSentence(items, 'and')).toBe(
    'listen on 0.0.0.0 (gateway), run scripts of scripts/rate.js and send requests to a.example, b.example, c.example, d.example, e.example and 2 more',
  );
  expect(trustSentence(items.slice(-2), 'or')).toBe(
    'listen on 0.0.0.0 (gateway) or run scripts of scripts/rate.js',
  );
  expect(trustSentence([], 'and')).toBe('');
});

test('a value of a file forges no line and moves no cursor', () => {
  const line = trustSentence([item('validator', 'http://x/\n\u001b[2Kready\u2028')], 'and');
  expect(line).toBe('send passwords to http://x/??[2Kready?');
});
