import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const docs = resolve(import.meta.dirname, '../../docs');
const folder = join(docs, 'screenshots');
const maxBytes = 150_000;
const maxBytesTogether = 8_000_000;

test('pictures of the documentation are small enough for a checkout and for the application', () => {
  const sizes = readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
  expect(sizes.filter(({ name }) => !name.endsWith('.webp'))).toEqual([]);
  expect(sizes.filter(({ bytes }) => bytes > maxBytes)).toEqual([]);
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(maxBytesTogether);
});

test('pictures that no page shows are not kept, but for the other theme of one that is shown', () => {
  const pages = [
    join(docs, '../README.md'),
    ...readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(docs, name)),
  ];
  const text = pages.map((page) => readFileSync(page, 'utf8')).join('\n');
  const idle = readdirSync(folder).filter(
    (name) => !text.includes(name.replace(/-(?:dark|light)\.webp$/, '')),
  );
  expect(idle).toEqual([]);
});
