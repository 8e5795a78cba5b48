import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createHarSplitter, type HarSlice } from '#main/services/contract/reading/har-splitter.ts';
import { property } from '#test/support/property.ts';

/** The entries of a document that comes in pieces of these sizes, as text, and how it ended. */
function split(document: string, sizes: readonly number[] = [64]): readonly (HarSlice & { text: string })[] {
  const splitter = createHarSplitter('traffic.har');
  const bytes = Buffer.from(document);
  const slices: (HarSlice & { text: string })[] = [];
  let at = 0;
  for (let piece = 0; at < bytes.length; piece += 1) {
    const size = sizes[piece % sizes.length] ?? 1;
    for (const slice of splitter.take(bytes.subarray(at, at + size)))
      slices.push({ ...slice, text: slice.bytes.toString('utf8') });
    at += size;
  }
  splitter.end();
  return slices;
}

const failure = (document: string) => {
  try {
    split(document);
  } catch (error) {
    return error as { code: string; message: string; location: object };
  }
  throw new Error('It was taken.');
};

property([
  fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())),
  fc.dictionary(fc.constantFrom('version', 'pages', 'creator', 'entriesX', 'log'), fc.jsonValue()),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  fc.constantFrom(undefined, 2, '\t'),
  fc.boolean(),
])(
  'every entry comes out as it went in, however the document is cut and written',
  (entries, before, sizes, indent, hasMark) => {
    const document = `${hasMark ? '\uFEFF' : ''}${JSON.stringify({ log: { ...before, entries, after: [{}] } }, null, indent)}`;
    const slices = split(document, sizes);
    expect(slices.map(({ text }) => JSON.parse(text) as unknown)).toEqual(
      JSON.parse(JSON.stringify(entries)),
    );
    for (const { startByte, text } of slices)
      expect(Buffer.from(document).toString('utf8', startByte, startByte + Buffer.byteLength(text))).toBe(
        text,
      );
  },
);

test('each entry says at which line and column it begins', () => {
  const document = '{\n "log": {\n  "entries": [\n   {"a": 1},\n\n     {"b": [\n2]}, {"c": 3}]}}';
  expect(split(document, [7]).map(({ line, column, index }) => [index, line, column])).toEqual([
    [0, 4, 4],
    [1, 6, 6],
    [2, 7, 6],
  ]);
});

test('lists called entries elsewhere are not those of the log', () => {
  const document = JSON.stringify({
    entries: [{ no: 1 }],
    other: { entries: [{ no: 2 }] },
    log: { pages: [{ entries: [{ no: 3 }] }], comment: 'entries', entries: [{ yes: 1 }] },
  });
  expect(split(document).map(({ text }) => text)).toEqual(['{"yes":1}']);
});

describe('a document that is not whole', () => {
  const whole = '{"log": {"version": "1.2",\n "entries": [{"request": {"url": "x"}},\n {"request": {}}]}}';

  test('is refused wherever it is cut off, with the place', () => {
    for (let length = 1; length < whole.length; length += 1) {
      const { code, message, location } = failure(whole.slice(0, length));
      expect(code).toBe('contract.har-invalid');
      expect(message).toMatch(/line \d+, column \d+ it is cut off/);
      expect(location).toMatchObject({
        file: 'traffic.har',
        line: whole.slice(0, length).split('\n').length,
      });
    }
  });

  test('names the entry within which it ends', () => {
    expect(failure(whole.slice(0, -12)).message).toContain('cut off within entry 1');
  });

  test.each([
    ['', 'it is empty'],
    ['   \n', 'it is empty'],
    ['[1]', 'a JSON object was expected'],
    ['\0\0PK', 'a JSON object was expected'],
    ['{"log": {}}', 'it has no log.entries'],
    ['{"log": {"entries": {"a": []}}}', 'it has no log.entries'],
    ['{"log": {"entries": []}}}', 'something ends that did not begin'],
    ['{"log": {"entries": []}} {', 'something stands behind its end'],
    ['{"log": {"entries": []}} x', 'something stands behind its end'],
    ['{"log": \0 {"entries": []}}', 'there is a NUL byte'],
  ])('%j: %s', (document, what) => {
    expect(failure(document).message).toContain(what);
  });
});
