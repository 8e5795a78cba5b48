import { expect, test } from 'vitest';
import { findUpdate } from '#main/hosts/electron/update-check.ts';

const feed = 'https://releases.example/feed.json';
const day = 24 * 3_600_000;

function checkWith(
  answer: string | Response,
  { version = '1.0.0', last = null as number | null, now = 0 } = {},
) {
  const asked: (readonly [string, RequestInit])[] = [];
  let lastAsked = last;
  const find = (address = feed) =>
    findUpdate(address, {
      version,
      fetch: async (url, options) => {
        asked.push([url, options]);
        return typeof answer === 'string' ? new Response(answer) : answer;
      },
      nowMillis: () => now,
      lastAskedAtMillis: () => lastAsked,
      noteAsked: (at) => {
        lastAsked = at;
      },
    });
  return { find, asked };
}

const newer = JSON.stringify({ version: '1.1.0', url: 'https://releases.example/1.1.0', notes: 'New.' });

test('a newer version is told', async () => {
  const { find, asked } = checkWith(newer);
  expect(await find()).toEqual({ version: '1.1.0', url: 'https://releases.example/1.1.0', notes: 'New.' });
  expect(asked).toMatchObject([[feed, { redirect: 'error', credentials: 'omit' }]]);
});

test('it is asked once a day, whatever came of it', async () => {
  const { find, asked } = checkWith(new Response('', { status: 500 }), { now: 5 });
  expect([await find(), await find()]).toEqual([null, null]);
  expect(asked).toHaveLength(1);
  const later = checkWith(newer, { last: 5, now: day + 5 });
  expect(await later.find()).not.toBeNull();
});

test.each(['', 'http://releases.example/feed.json', 'file:///etc/passwd', 'https://u:p@releases.example/'])(
  '%j is never asked',
  async (address) => {
    const { find, asked } = checkWith(newer);
    expect(await find(address)).toBeNull();
    expect(asked).toEqual([]);
  },
);

test.each([
  ['the same version', JSON.stringify({ version: '1.0.0', url: 'https://releases.example/' })],
  ['an older one', JSON.stringify({ version: '0.9.0', url: 'https://releases.example/' })],
  ['a place that is not over TLS', JSON.stringify({ version: '2.0.0', url: 'http://releases.example/' })],
  ['a place that is a script', JSON.stringify({ version: '2.0.0', url: 'javascript:alert(1)' })],
  ['a version that is none', JSON.stringify({ version: 'latest', url: 'https://releases.example/' })],
  ['no JSON', '<html>'],
  ['nothing', ''],
  ['far too much', JSON.stringify({ version: '2.0.0', url: 'https://x.example/', more: 'x'.repeat(70_000) })],
])('nothing is told of an answer with %s', async (_, answer) => {
  expect(await checkWith(answer).find()).toBeNull();
});
