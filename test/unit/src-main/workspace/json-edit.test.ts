import fc from 'fast-check';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { describe, expect } from 'vitest';
import { editJson } from '#main/workspace/json-edit.ts';
import { property } from '#test/support/property.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd', 'x y', '"');
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 0, 1.5, '', '// no comment', 'a,}', [], [1, { a: [2] }], {}),
    fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));
const members = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });
const layout = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '\t', '    '),
  endOfLine: fc.constantFrom('\n', '\r\n'),
  comment: fc.boolean(),
  trailingComma: fc.boolean(),
});

interface Layout {
  readonly indent: string;
  readonly endOfLine: string;
  readonly comment: boolean;
  readonly trailingComma: boolean;
}

/** Writes a document as a person might: own indentation, a comment at the end of each line, a last comma. */
function write(document: unknown, { indent, endOfLine, comment, trailingComma }: Layout): string {
  const lines = JSON.stringify(document, null, indent).split('\n');
  return lines
    .map((line, index) => (trailingComma && lines[index + 1] === '}' && line !== '{' ? `${line},` : line))
    .map((line, index) => (comment && indent !== '' ? `${line} // ${index}` : line))
    .join(endOfLine);
}

/** The value of a document with comments, by the parser alone. */
function read(text: string): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return root === undefined ? undefined : valueOf(root);
}

function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).map(({ children = [] }) => [
      String(children[0]?.value),
      children[1] === undefined ? undefined : valueOf(children[1]),
    ]),
  );
}

describe('editing a JSON file, whatever stands in it', () => {
  property([members, members, layout], { numRuns: 2_000 })(
    'makes it say exactly what is asked, and keeps what the format does not know',
    (before, after, how) => {
      const known = ['a', 'b', 'c'];
      const kept = Object.entries(before).filter(([member]) => !known.includes(member));
      const edited = editJson(write(before, how), after, known);
      expect(read(edited)).toEqual({ ...Object.fromEntries(kept), ...after });
    },
  );

  property([members, members, layout], { numRuns: 500 })(
    'done twice changes nothing the second time',
    (before, after, how) => {
      const once = editJson(write(before, how), after, ['a', 'b', 'c']);
      expect(editJson(once, after, ['a', 'b', 'c'])).toBe(once);
    },
  );
});
