import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathTemplate } from '#main/services/throttle/pure/import/path-template.ts';

const { array, assert, constantFrom, nat, oneof, property, stringMatching, tuple, uuid } = fc;

const word = stringMatching(/^[a-z]{1,12}(?:-[a-z]{1,8})?$/);
const words = array(word, { minLength: 1, maxLength: 4 });
const id = oneof(
  nat().map(String),
  uuid(),
  stringMatching(/^[0-9a-f]{32}$/).filter((text) => /\d/.test(text)),
  constantFrom('dGhlIDIgbmFtZXMgb2YgMyB0aGluZ3M=', 'cjld2cjxh0000qzrmn831i7rn', 'h-0123456789abcdef'),
);
const ids = array(tuple(word, id), { minLength: 1, maxLength: 4 });

describe('the template of a path', () => {
  test('is the same whichever things of one kind the path names', () => {
    assert(
      property(ids, array(id, { minLength: 4, maxLength: 4 }), (parts, others) => {
        const path = parts.map(([name, one]) => `/${name}/${one}`).join('');
        const other = parts.map(([name], at) => `/${name}/${others[at]}`).join('');
        expect(pathTemplate(path)).toBe(parts.map(([name]) => `/${name}/{id}`).join(''));
        expect(pathTemplate(other)).toBe(pathTemplate(path));
      }),
    );
  });

  test('leaves words as they are, and a template too', () => {
    assert(
      property(words, ids, (names, parts) => {
        const plain = `/${names.join('/')}`;
        expect(pathTemplate(plain)).toBe(plain);
        const template = pathTemplate(plain + parts.map(([name, one]) => `/${name}/${one}`).join(''));
        expect(pathTemplate(template)).toBe(template);
      }),
    );
  });

  test('does not depend on what stands before and behind the path', () => {
    assert(
      property(words, id, (names, one) => {
        const path = `/${names.join('/')}/${one}`;
        for (const address of [
          `https://a.example${path}`,
          `${path}?page=2`,
          `http://a.example:80${path}#top`,
        ])
          expect(pathTemplate(address)).toBe(pathTemplate(path));
      }),
    );
  });

  test.each([
    ['/orders/1.json', '/orders/{id}.json'],
    ['/v1/orders/17/lines/3', '/v1/orders/{id}/lines/{id}'],
    ['/files/3fa9c0de1b2a', '/files/{id}'],
    ['/orders/', '/orders/'],
    ['http://a.example', '/'],
    ['http://a.example/', '/'],
    ['/release-notes-2024-q3-summary', '/release-notes-2024-q3-summary'],
    ['/OAuth2AuthorizationServer', '/OAuth2AuthorizationServer'],
    ['/decadefacade', '/decadefacade'],
    ['/index.html', '/index.html'],
    ['/jquery-3.7.1.min.js', '/jquery-3.7.1.min.js'],
    ['', ''],
  ])('of %j is %j', (address, template) => {
    expect(pathTemplate(address)).toBe(template);
  });
});
