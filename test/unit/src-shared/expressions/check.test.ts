import { describe, expect, test } from 'vitest';
import { configTree } from '#shared/expressions/index.ts';
import { problemsOf } from './scope.ts';

/** The problem of a text, with the part of it that is meant. */
function problemOf(source: string) {
  const [problem, ...others] = problemsOf(source);
  expect(others).toEqual([]);
  if (problem === undefined) return null;
  const { code, message, fix, offset, length } = problem;
  return { code, message, fix, at: source.slice(offset, offset + length) };
}

describe('what cannot be read', () => {
  test.each([
    ['${', ''],
    ['${request', ''],
    ['${request.}', '}'],
    ['${request..uri}', '.'],
    ['a ${1 +} b', '}'],
    ['${1 2}', '2'],
    ["${'abc}", "'abc}"],
    ['${(1}', '}'],
    ['${f(1,}', '}'],
    ["${request.headers['a'}", '}'],
    ['${a ? b}', '}'],
    ['${§}', '§'],
    ['${div}', 'div'],
    ['${empty}', '}'],
    ['${}', '}'],
    ['${a = b}', ''],
  ])('“%s” is pointed at', (source, at) => {
    const problem = problemOf(source);
    expect(problem).toMatchObject({ code: 'expression.syntax', fix: expect.stringMatching(/\.$/) });
    if (at !== '') expect(problem?.at).toBe(at);
  });

  test('what is too deep or too long is refused', () => {
    expect(problemOf(`\${${'('.repeat(200)}1${')'.repeat(200)}}`)?.code).toBe('expression.syntax');
    expect(problemOf(`\${${'!'.repeat(200)}true}`)?.code).toBe('expression.syntax');
    expect(problemOf(`\${1${'+1'.repeat(2_000)}}`)?.code).toBe('expression.syntax');
    expect(problemOf('x'.repeat(30_000))?.code).toBe('expression.syntax');
  });
});

describe('names', () => {
  test.each([
    ['${requets.method}', 'requets', 'Did you mean “request”?'],
    ['${request.mehtod}', 'mehtod', 'Did you mean “method”?'],
    ['${contexts.oauth2.acessToken.info.mail}', 'acessToken', 'Did you mean “accessToken”?'],
    ['${contexts.client.remoteAdress}', 'remoteAdress', 'Did you mean “remoteAddress”?'],
    ['${request.method.name}', 'name', 'Use request.method itself.'],
  ])('that are not there: %s', (source, at, fix) => {
    expect(problemOf(source)).toMatchObject({ code: 'expression.unknown-name', at, fix });
  });

  test('below open places any name may stand', () => {
    expect(problemsOf('${contexts.oauth2.accessToken.info.any.thing[3].deep}')).toEqual([]);
    expect(problemsOf("${request.headers['Anything'][0]}${attributes.x.y}")).toEqual([]);
  });

  test('all of them are told at once', () => {
    expect(problemsOf('${a}${b}${request.c}')).toHaveLength(3);
  });

  test('of a request are not there when a route is loaded', () => {
    const [problem] = problemsOf('${request.method}', 'config', configTree);
    expect(problem).toMatchObject({ code: 'expression.unknown-name', offset: 2, length: 7 });
    expect(problem?.message).toContain('once');
    expect(problemsOf("${env['PORT']}${properties.a.b}", 'config', configTree)).toEqual([]);
  });
});

describe('functions', () => {
  test.each([
    ['${fnd(request.method)}', 'expression.unknown-function', 'fnd', 'Did you mean “find”?'],
    [
      "${request.method.startWith('G')}",
      'expression.unknown-function',
      'startWith',
      'Did you mean “startsWith”?',
    ],
    ['${find(request.method)}', 'expression.arguments', 'find(request.method)', 'Write find(text, pattern).'],
    ['${trim()}', 'expression.arguments', 'trim()', 'Write trim(text).'],
  ])('%s', (source, code, at, fix) => {
    expect(problemOf(source)).toMatchObject({ code, at, fix });
  });

  test('regular expressions are pointed into', () => {
    expect(problemOf("${find(request.uri.path, 'a(b')}")).toMatchObject({
      code: 'expression.pattern',
      at: '(b',
    });
    expect(problemOf("${find(request.uri.path, 'a*+b')}")).toMatchObject({
      code: 'expression.pattern',
      at: '+',
    });
    expect(problemOf("${request.uri.path.matches('(a)\\\\1')}")).toMatchObject({
      code: 'expression.pattern',
    });
  });
});
