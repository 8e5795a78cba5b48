import { describe, expect, test } from 'vitest';
import { evaluateString } from '#shared/expressions/index.ts';
import { compiled, scope, valueOf } from './scope.ts';

describe('operators', () => {
  test.each([
    ['${1 + 2 * 3}', 7],
    ['${(1 + 2) * 3}', 9],
    ['${10 - 2 - 3}', 5],
    ['${7 / 2}', 3.5],
    ['${7 div 2}', 3.5],
    ['${7 % 4}', 3],
    ['${7 mod 4}', 3],
    ['${-3 + 1}', -2],
    ['${1 < 2 && 2 lt 3}', true],
    ['${2 le 2 and 3 ge 3}', true],
    ['${1 > 2 || 1 gt 0}', true],
    ['${1 == 1.0}', true],
    ["${'a' eq 'a'}", true],
    ["${1 ne '1'}", false],
    ["${'b' > 'a'}", true],
    ['${not false}', true],
    ['${!true or true}', true],
    ['${true or true and false}', true],
    ['${(true or true) and false}', false],
    ["${empty ''}", true],
    ['${empty null}', true],
    ['${not empty request.uri.path}', true],
    ["${1 < 2 ? 'yes' : 'no'}", 'yes'],
    ['${false ? 1 : true ? 2 : 3}', 2],
    ['${1 + 1 == 2 ? 1 : 0}', 1],
    ['${null == null}', true],
    ['${null < 1}', false],
    ["${'10' > 9}", true],
    ['${1e3}', 1000],
    ['${.5 + 1.}', 1.5],
  ])('%s is %s', (source, value) => {
    expect(valueOf(source)).toEqual(value);
  });
});

describe('what is there', () => {
  test.each([
    ['${contexts.oauth2.accessToken.info.mail}', 'ann@example.com'],
    ["${contexts['oauth2'].accessToken['info'].status}", 'gold'],
    ["${request.headers['UserId'][0]}", 'ann'],
    ["${request.headers['USERID'][1]}", 'second'],
    ['${contexts.client.remoteAddress}', '192.0.2.7'],
    ['${request.cookies.session[0].value}', 's1'],
    ["${request.queryParams['a'][0]}", '1'],
    ['${env.HOME}', '/home/ann'],
    ["${env['HOME']}", '/home/ann'],
    ['${contexts.oauth2.accessToken.scopes[1]}', 'openid'],
    ['${contexts.oauth2.accessToken.info.groups[0]}', 'a'],
  ])('%s is read', (source, value) => {
    expect(valueOf(source)).toBe(value);
  });

  test.each([
    '${contexts.oauth2.accessToken.info.nobody}',
    '${contexts.oauth2.accessToken.info.nobody.at.all}',
    "${request.headers['Nothing'][0]}",
    '${contexts.oauth2.accessToken.scopes[9]}',
    '${contexts.session.session.deep[3].down}',
    '${request.entity.json.a.b}',
  ])('%s is null and no error', (source) => {
    expect(compiled(source).evaluate(scope)).toEqual({ value: null, error: null });
  });

  test.each([
    "${contexts.oauth2.accessToken.info['__proto__']}",
    '${contexts.oauth2.accessToken.info.constructor}',
    '${contexts.oauth2.accessToken.info.toString}',
    "${contexts.oauth2.accessToken.scopes['length']}",
    "${request.headers['constructor'].prototype}",
    "${env['hasOwnProperty']}",
  ])('%s finds nothing that JavaScript has of its own', (source) => {
    expect(valueOf(source)).toBeNull();
  });
});

describe('texts with expressions in them', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['${request.method}', 'GET'],
    ['a-${request.method}-${1 + 1}', 'a-GET-2'],
    ['${contexts.oauth2.accessToken.info.nobody}!', '!'],
    ['\\${request.method}', '${request.method}'],
    ["${'${'}", '${'],
    ["${'}'}", '}'],
    ["${'it\\'s'}", "it's"],
    ['${"a\\\\b"}', 'a\\b'],
    ['#{request.method}', 'GET'],
    ['$ {x} $', '$ {x} $'],
  ])('“%s” is “%s”', (source, value) => {
    expect(valueOf(source)).toBe(value);
  });

  test('a single expression keeps its type', () => {
    expect(valueOf('${contexts.oauth2.accessToken.info.age}')).toBe(42);
    expect(valueOf('${contexts.oauth2.accessToken.info.admin}')).toBe(true);
  });

  test('a group key is text or nothing', () => {
    const key = (source: string) => evaluateString(compiled(source), scope);
    expect(key('${contexts.oauth2.accessToken.info.mail}')).toBe('ann@example.com');
    expect(key('')).toBe('');
    expect(key('${contexts.oauth2.accessToken.info.age}')).toBeNull();
    expect(key('${contexts.oauth2.accessToken.info.groups}')).toBeNull();
    expect(key('${contexts.oauth2.accessToken.info.nobody}')).toBeNull();
    expect(key('age ${contexts.oauth2.accessToken.info.age}')).toBe('age 42');
  });

  test('knows whether it is constant', () => {
    expect(compiled("${1 + 1}${toUpperCase('a')}").isConstant).toBe(true);
    expect(compiled('${request.method}').isConstant).toBe(false);
  });

  test('knows what it reads', () => {
    const { reads } = compiled(
      "${find(request.uri.path, '^/a')} ${request.headers['X'][0]} ${request.uri.path.length()}",
    );
    expect(reads).toEqual([
      ['request', 'uri', 'path'],
      ['request', 'headers', 'X', '0'],
      ['request', 'uri', 'path'],
    ]);
  });
});

describe('what goes wrong', () => {
  test.each([
    ["${'a' + 1}", 'A text is not a number.'],
    ['${1 / 0}', 'The result is not a finite number.'],
    ['${contexts.oauth2.accessToken.scopes * 2}', 'A list is not a number.'],
    [
      '${contexts.oauth2.accessToken.info.age.startsWith(1)}',
      'The method startsWith does not exist for this value.',
    ],
    ["${integerWithRadix('a', 99)}", 'A radix must be from 2 to 36.'],
  ])('%s is null, and says the same each time', (source, error) => {
    const expression = compiled(source);
    expect(expression.evaluate(scope)).toEqual({ value: null, error });
    expect(expression.evaluate(scope)).toEqual({ value: null, error });
  });

  test('what a host object throws is not passed on', () => {
    const hostile = {
      request: {
        get method(): string {
          throw new Error('secret inside');
        },
      },
    };
    expect(compiled('${request.method}').evaluate(hostile)).toEqual({
      value: null,
      error: 'A value is not readable.',
    });
  });
});
