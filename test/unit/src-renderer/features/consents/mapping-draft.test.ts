import { describe, expect, test } from 'vitest';
import {
  draftOf,
  mappingOf,
  openTargets,
  pairsOf,
  readsDates,
} from '#renderer/features/consents/map/mapping-draft.ts';
import { readTemplate } from '#renderer/features/consents/map/templates.tsx';
import type { Mapping } from '#shared/consents/index.ts';

const mapping: Mapping = {
  user: { column: 'externalId', by: 'externalId', through: null },
  agreement: { constant: 'Terms of service' },
  language: { column: 'language', by: 'locale' },
  consentedAt: { column: 'consented at' },
};

describe('a mapping under edit', () => {
  test('is the mapping that it was made of, nothing more and nothing less', () => {
    expect(mappingOf(draftOf(mapping))).toEqual(mapping);
  });

  test('names what is still open, and is no mapping before it is said', () => {
    const draft = draftOf({ user: mapping.user });
    expect(openTargets(draft)).toEqual(['agreement', 'language', 'consentedAt']);
    expect(mappingOf(draft)).toBeNull();
  });

  test('takes a value of blanks for none', () => {
    const draft = {
      ...draftOf(mapping),
      agreement: { kind: 'constant', constant: '  ', by: 'name' } as const,
    };
    expect(openTargets(draft)).toEqual(['agreement']);
  });

  test('reads dates out of a column only', () => {
    expect(readsDates(draftOf(mapping))).toBe(true);
    expect(readsDates(draftOf({ ...mapping, consentedAt: { constant: 'now' } }))).toBe(false);
  });
});

describe('a mapping file', () => {
  test('has two columns by any separator; quotes, blanks and the mark of the encoding are no part of a name', () => {
    expect(pairsOf('\uFEFFA-1;u1\r\n"A-2" , "u ""2"""\nA-3\tu3\tmore\n')).toEqual({
      'A-1': 'u1',
      'A-2': 'u "2"',
      'A-3': 'u3',
    });
  });

  test('leaves lines out that say nothing, and of equal keys takes the last', () => {
    expect(pairsOf('alone\n,u1\nA-1,\nA-2,u1\nA-2,u2')).toEqual({ 'A-2': 'u2' });
  });

  test('has keys of any name', () => {
    expect(Object.entries(pairsOf('__proto__,u1'))).toEqual([['__proto__', 'u1']]);
  });
});

describe('a template that is imported', () => {
  test('is what was exported', () => {
    const template = { name: 'CRM', mapping, dates: { format: 'dd/MM/yyyy', zone: 'UTC' } };
    expect(readTemplate(JSON.stringify(template))).toEqual(template);
  });

  test('is refused where it is no JSON, or no mapping', () => {
    expect(readTemplate('{')).toBeNull();
    expect(readTemplate('null')).toBeNull();
    expect(readTemplate(JSON.stringify({ name: 'CRM', mapping: { user: 7 } }))).toBeNull();
    expect(readTemplate(JSON.stringify({ name: 'CRM', mapping, dates: 'soon' }))).toBeNull();
  });
});
