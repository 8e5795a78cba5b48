import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '#shared/expressions/functions/sha256.ts';
import { property } from '#test/support/property.ts';
import { problemsOf, valueOf } from './scope.ts';

describe('functions', () => {
  test.each([
    ["${bool('TRUE')}", true],
    ["${bool('yes')}", false],
    ["${integer('42')}", 42],
    ["${integer('4.2')}", null],
    ["${integerWithRadix('ff', 16)}", 255],
    ["${integerWithRadix('2', 2)}", null],
    ["${toLowerCase('AbC')}", 'abc'],
    ["${toUpperCase('abc')}", 'ABC'],
    ["${trim('  a ')}", 'a'],
    ['${toString(12)}', '12'],
    ["${escapeJson('a\"b')}", 'a\\"b'],
    ['${toJson(\'{"a":[1,2]}\').a[1]}', 2],
    ["${toJson('no json')}", null],
    ["${indexOf('abcabc', 'c')}", 2],
    ["${indexOf('abc', 'x')}", -1],
    ["${length('abc')}", 3],
    ['${length(contexts.oauth2.accessToken.scopes)}', 2],
    ['${length(null)}', 0],
    ["${array('a', 1)[1]}", 1],
    ["${join(array('a', 'b'), '-')}", 'a-b'],
    ["${lastElement(array('a', 'b'))}", 'b'],
    ["${contains(contexts.oauth2.accessToken.scopes, 'mail')}", true],
    ["${contains('gateway', 'way')}", true],
    ['${contains(null, 1)}', false],
    ["${split('a,b;c', '[,;]')[2]}", 'c'],
    ["${split('abc', 'x')[0]}", 'abc'],
    ["${keyMatch(request.headers, 'x-.*')}", 'x-forwarded-for'],
    ["${keyMatch(request.headers, 'forwarded')}", null],
    ["${get(contexts.oauth2.accessToken.info, 'status')}", 'gold'],
    ["${find(request.uri.path, '^/home')}", true],
    ["${find(request.uri.path, 'throttle$')}", true],
    ["${matches(request.uri.path, 'thr[o]ttle')}", true],
    ["${find(null, 'a')}", false],
    ["${findGroups('user-42', '(\\w+)-(\\d+)')[2]}", '42'],
    ["${matchingGroups('user-42', '(\\w+)-(\\d+)')[0]}", 'user-42'],
    ["${matchesWithRegex('abc', 'ab')}", false],
    ["${matchesWithRegex('abc', 'ab.')}", true],
    ["${encodeBase64('héllo')}", 'aMOpbGxv'],
    ["${encodeBase64('a')}", 'YQ=='],
    ["${decodeBase64('aMOpbGxv')}", 'héllo'],
    ["${encodeBase64url('a?>')}", 'YT8-'],
    ["${decodeBase64url('YT8-')}", 'a?>'],
    ["${decodeBase64('%%%')}", null],
    ["${encodeBase64url(digestSha256('abc'))}", 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'],
    ["${length(toString(digestSha256('abc')))}", 64],
    ["${urlEncode('a b&c')}", 'a+b%26c'],
    ["${urlDecode('a+b%26c')}", 'a b&c'],
    ["${urlDecode('%zz')}", null],
    ["${urlEncodePathElement('a/b c')}", 'a%2Fb%20c'],
    ["${urlDecodePathElement('a%2Fb')}", 'a/b'],
    ["${urlEncodeQueryParameterNameOrValue('a=b&c')}", 'a%3Db%26c'],
    ["${urlEncodeFragment('a/b#')}", 'a/b%23'],
    ["${urlEncodeUserInfo('a:b@')}", 'a:b%40'],
    ["${formEncodeParameterNameOrValue('a b')}", 'a+b'],
    ["${formDecodeParameterNameOrValue('a+b')}", 'a b'],
    ["${pathToUrl('/a b/c')}", 'file:///a%20b/c'],
    ["${ipMatch('10.1.2.3', '10.0.0.0/8')}", true],
    ["${ipMatch('11.1.2.3', '10.0.0.0/8', '11.1.2.3')}", true],
    ["${ipMatch('::ffff:10.1.2.3', '10.0.0.0/8')}", true],
    ["${ipMatch('2001:db8::1', '2001:db8::/32')}", true],
    ["${ipMatch('2001:db9::1', '2001:db8::/32')}", false],
    ["${ipMatch('1::2::3', '::/0')}", false],
    ["${ipMatch('10.1.2.256', '0.0.0.0/0')}", false],
  ])('%s is %s', (source, value) => {
    expect(valueOf(source)).toEqual(value);
  });

  test.each([
    ["${request.uri.path.startsWith('/home')}", true],
    ['${request.uri.path.substring(1, 5)}', 'home'],
    ["${request.uri.path.matches('/home/.*')}", true],
    ["${request.method.equalsIgnoreCase('get')}", true],
    ['${request.getMethod()}', 'GET'],
    ['${request.uri.getPath().length()}', 14],
    ["${request.headers.getFirst('UserId')}", 'ann'],
    ["${request.headers.containsKey('nothing')}", false],
    ['${contexts.oauth2.accessToken.scopes.size()}', 2],
    ["${contexts.oauth2.accessToken.info.keySet().contains('mail')}", true],
    ['${contexts.oauth2.accessToken.info.nobody.trim()}', null],
    ["${'a-b-c'.replace('-', '+').split('\\\\+')[2]}", 'c'],
  ])('methods of values that are listed can be called: %s', (source, value) => {
    expect(valueOf(source)).toEqual(value);
  });

  test.each(['read', 'readProperties', 'readWithCharset', 'fileToUrl', 'pemCertificate', 'derCertificate'])(
    '%s says that it is not available, and what to use',
    (name) => {
      expect(problemsOf(`\${${name}('x')}`)).toMatchObject([{ code: 'expression.unavailable', offset: 2 }]);
    },
  );

  property([fc.uint8Array({ maxLength: 300 })])('the digest is that of others', (bytes) => {
    expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
