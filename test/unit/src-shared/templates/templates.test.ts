import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  fillTemplate,
  namesIn,
  type Template,
  templateFolders,
  templateKinds,
  templateSchema,
  valuesFor,
} from '#shared/templates/index.ts';

const root = new URL('../../../../resources/templates/', import.meta.url);
const template: Template = {
  kind: 'route',
  title: 'T',
  text: 'T',
  placeholders: [
    { name: 'name', label: 'Name', type: 'text', default: 'orders' },
    { name: 'count', label: 'Count', type: 'number', default: '6' },
    { name: 'secret', label: 'Secret', type: 'secret', default: '' },
  ],
  document: {
    name: '{{name}}',
    path: '^/{{name}}/${x}',
    rate: '{{count}}',
    password: '{{secret}}',
    list: ['{{name}}', '{{other}}'],
  },
};

test('what is given takes the place of what is proposed, numbers become numbers, and secrets not given are left out', () => {
  expect(fillTemplate(template, valuesFor(template, { name: '', count: '9' }))).toEqual({
    name: 'orders',
    path: '^/orders/${x}',
    rate: 9,
    list: ['orders', '{{other}}'],
  });
  expect(fillTemplate(template, valuesFor(template, { name: 'a', secret: 's' }))).toMatchObject({
    name: 'a',
    password: 's',
  });
});

test('a value that looks like a placeholder, and names of the language’s own, stay what they are', () => {
  expect(fillTemplate(template, valuesFor(template, { name: '{{count}}' }))).toMatchObject({
    name: '{{count}}',
  });
  const odd = { ...template, document: { a: '{{constructor}}' } };
  expect(fillTemplate(odd, valuesFor(odd, {}))).toEqual({ a: '{{constructor}}' });
});

test('a number that is none is refused', () => {
  expect(() => valuesFor(template, { count: 'abc' })).toThrow(
    expect.objectContaining({
      code: 'api.invalid-input',
      message: 'count must be a number. Received “abc”.',
    }),
  );
});

describe.each(templateKinds)('each installed template for a new %s', (kind) => {
  const folder = new URL(`${templateFolders[kind]}/`, root);
  test.each(readdirSync(folder))('%s asks for all that stands in it, and for nothing else', (file) => {
    const installed = templateSchema.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    expect(installed.kind).toBe(kind);
    const asked = new Set(installed.placeholders.map(({ name }) => name));
    const used = [...namesIn(installed.document)].filter((name) => name !== 'vendor.urn');
    expect(new Set(used)).toEqual(asked);
    expect(asked.has('name')).toBe(true);
  });
});
