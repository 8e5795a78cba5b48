import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exactTemplate,
  fillTemplate,
  isFillable,
  literalTemplate,
  parseTemplate,
  templateNames,
  unescapeBytes,
} from '#shared/flows/index.ts';
import { property } from '#test/support/property.ts';
import { contextOf } from './parties.ts';

/** Texts made of what templates are made of, so that many of them nearly are one. */
const nearTemplates = fc
  .array(
    fc.oneof(
      fc.constantFrom('{{', '}}', "'", '|', ':', '?', 'code', 'form', 's256', 'first', '\\', '\n', '{', '}'),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));

describe('a template', () => {
  property([nearTemplates], { numRuns: 1_000 })(
    'is taken apart without a fault, and its parts are the whole of it',
    (text) => {
      const parts = parseTemplate(text);
      expect(parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')).toBe(text);
    },
  );

  test('a literal text stands for itself, with escapes or without', () => {
    fc.assert(
      fc.property(nearTemplates, (text) => {
        expect(fillTemplate(literalTemplate(text), contextOf({}))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const ways = { text: unescapeBytes, value: (value: string) => value };
        expect(fillTemplate(exactTemplate(text), contextOf({}), ways)).toBe(text);
      }),
    );
  });

  test('binds values by name, one after the other, through pipes', () => {
    const context = contextOf({ code: 'a b', 'b.code': 'other' });
    expect(fillTemplate('x={{code|form}}&y={{b.code|upper|first:2}}', context)).toBe('x=a+b&y=OT');
    expect(templateNames('{{code}}{{b.code}}{{code|upper}}{{nothing?}}')).toEqual([
      'code',
      'b.code',
      'nothing',
    ]);
  });

  test('what only looks like a binding is text', () => {
    for (const text of ['{{Code}}', '{{code|teleport}}', '{{ code }}', '{{code', "{{'a\nb'}}"])
      expect(fillTemplate(text, contextOf({ code: 'x' }))).toBe(text);
  });

  test('a given text goes through pipes too', () => {
    expect(fillTemplate("{{'it\\'s'|upper}}", contextOf({}))).toBe("IT'S");
    expect(fillTemplate("{{'ab'|repeat:3}}", contextOf({}))).toBe('ababab');
  });

  test.each([
    ["{{a}} {{b?}} {{'text'}}", true],
    ['no binding', true],
    ['', true],
    ['{{a}} {{b}}', false],
  ])('tells whether all is there that %s needs', (template, isThere) => {
    const resolve = (name: string) => (name === 'a' ? 'one' : undefined);
    expect(isFillable(template, resolve)).toBe(isThere);
  });

  test('a missing value is named; where it is optional, nothing is filled in, or what is given for it', () => {
    expect(() => fillTemplate('{{code}}', contextOf({}))).toThrow(
      expect.objectContaining({ code: 'flow.value-missing', message: expect.stringContaining('code') }),
    );
    expect(fillTemplate('a{{code?}}', contextOf({}))).toBeNull();
    expect(fillTemplate('a{{code?}}', contextOf({ code: '' }))).toBeNull();
    const same = (text: string) => text;
    expect(fillTemplate('a{{code?}}b', contextOf({}), { text: same, value: same, missing: '' })).toBe('ab');
  });
});
