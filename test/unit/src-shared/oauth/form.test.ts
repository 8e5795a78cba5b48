import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeFormComponent,
  echoEncoded,
  formatForm,
  formField,
  formValue,
  parseForm,
  percentEncode,
} from '#shared/oauth/index.ts';
import { property } from '#test/support/property.ts';

const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());

describe('a form', () => {
  property([
    fc.array(
      fc.tuple(
        text.filter((name) => name !== ''),
        text,
      ),
    ),
  ])('read back after writing is the same, in the same order', (pairs) => {
    const form = parseForm(formatForm(pairs));
    expect(form.fields.map(({ name, value }) => [name, value])).toEqual(pairs);
    expect(form.malformed).toEqual([]);
  });

  property([
    fc.array(
      fc.tuple(
        text.filter((name) => name !== ''),
        text,
      ),
    ),
  ])('is read as the platform reads it', (pairs) => {
    const encoded = new URLSearchParams(pairs).toString();
    const ours = parseForm(encoded).fields.map(({ name, value }) => [name, value]);
    expect(ours).toEqual([...new URLSearchParams(encoded)]);
  });

  test('names each repeated field once, however many fields there are', () => {
    expect(parseForm('a=1&b=2&a=3&a=4&%61=5').duplicates).toEqual(['a']);
    const many = Array.from({ length: 200 }, (_, index) => `n${index}=`).join('&');
    expect(parseForm(many).duplicates).toEqual([]);
    expect(parseForm(`${many}&n7=&n199=&n7=`).duplicates).toEqual(['n7', 'n199']);
  });

  test('keeps the text of the wire where the encoding is broken, and says where', () => {
    const form = parseForm('a=%zz&b=%C3&%=x&c=%C3%A4');
    expect(form.malformed).toEqual(['a', 'b', '%']);
    expect(formValue(form, 'a')).toBe('%zz');
    expect(formValue(form, 'c')).toBe('ä');
  });

  test('takes + and %20 for a space, and an empty value for none', () => {
    const form = parseForm('&&a+b=c%20d+e&empty=&bare&=x');
    expect(formValue(form, 'a b')).toBe('c d e');
    expect(formValue(form, 'empty')).toBeUndefined();
    expect(formField(form, 'empty')?.value).toBe('');
    expect(formField(form, 'bare')?.raw).toBe('');
    expect(form.fields).toHaveLength(4);
    expect(formValue(form, '__proto__')).toBeUndefined();
  });
});

describe('encoding', () => {
  test('percentEncode leaves only unreserved characters and % and can be undone', () => {
    fc.assert(
      fc.property(text, (value) => {
        const encoded = percentEncode(value);
        expect(encoded).toMatch(/^(?:[A-Za-z0-9\-._~]|%[0-9A-F]{2})*$/);
        expect(decodeURIComponent(encoded)).toBe(value);
      }),
    );
    expect(percentEncode('\ud800')).toBe('%EF%BF%BD');
  });

  test('echoEncoded changes nothing that a form holds, and lets nothing out', () => {
    fc.assert(
      fc.property(text, (value) => {
        const raw = formatForm([['state', value]]).slice('state='.length);
        expect(echoEncoded(raw)).toBe(raw);
        const echoed = echoEncoded(value);
        expect(echoed).toMatch(/^(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})*$/);
        expect(decodeFormComponent(echoed)).toBe(decodeFormComponent(value) ?? decodeFormComponent(echoed));
      }),
    );
    expect(echoEncoded('a\r\nX: y&code=1#%zz%41')).toBe('a%0D%0AX%3A%20y%26code%3D1%23%25zz%41');
  });
});
