import { describe, expect, test } from 'vitest';
import { compileObjectType } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { accountsOf, answer, compiled } from '#test/support/connector-shapes.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const accounts = (exceptions: unknown) => compiled(accountsOf({ exceptions }));
const meaning = (exceptions: unknown, status: number, json?: JsonValue) =>
  accounts(exceptions).classify(answer(json, status));

describe('without rules the status decides', () => {
  test.each([
    [200, null],
    [207, null],
    [304, 'OTHER'],
    [400, 'BAD_REQUEST'],
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [408, 'RETRYABLE'],
    [409, 'ALREADY_EXIST'],
    [418, 'OTHER'],
    [429, 'RETRYABLE'],
    [500, 'RETRYABLE'],
    [503, 'RETRYABLE'],
  ])('%i: %s', (status, type) => {
    expect(meaning({}, status)?.type ?? null).toBe(type);
  });

  test('a type of the configuration says that no rule fitted; others have none', () => {
    expect(meaning({}, 404)?.rule).toEqual({ type: 'NOT_FOUND', index: null, message: null });
    expect(meaning({}, 503)?.rule).toBeNull();
  });
});

describe('rules', () => {
  test('with an expression come first, whatever their type', () => {
    const exceptions = {
      BAD_REQUEST: [{ code: 422, messageErrorPath: 'error' }],
      ALREADY_EXIST: [{ code: '422', messageErrorPath: 'error', regularExpression: '(?i)taken' }],
    };
    expect(meaning(exceptions, 422, { error: 'Name is TAKEN' })).toEqual({
      type: 'ALREADY_EXIST',
      rule: { type: 'ALREADY_EXIST', index: 0, message: 'Name is TAKEN' },
      message: 'Name is TAKEN',
    });
    expect(meaning(exceptions, 422, { error: 'Too short' })).toMatchObject({
      type: 'BAD_REQUEST',
      message: 'Too short',
    });
    expect(meaning(exceptions, 422, {})).toMatchObject({ type: 'BAD_REQUEST', message: null });
  });

  test('of one type are tried in their order', () => {
    const exceptions = {
      FORBIDDEN: [
        { code: '403', messageErrorPath: 'a', regularExpression: 'x' },
        { code: '403', messageErrorPath: 'b', regularExpression: 'x' },
      ],
    };
    expect(meaning(exceptions, 403, { b: 'x' })?.rule?.index).toBe(1);
  });

  test('with an empty path look at the whole body, whatever it is', () => {
    const exceptions = { NOT_FOUND: [{ code: '500', messageErrorPath: '', regularExpression: 'no such' }] };
    const html = { status: 500, headers: [], text: '<p>no such user</p>', json: undefined };
    expect(accounts(exceptions).classify(html)?.type).toBe('NOT_FOUND');
    expect(accounts(exceptions).classify({ ...html, text: 'crash' })?.type).toBe('RETRYABLE');
  });

  test('of a list take all its texts', () => {
    const exceptions = {
      ALREADY_EXIST: [{ code: '400', messageErrorPath: 'errors[*].code', regularExpression: 'dup' }],
    };
    expect(meaning(exceptions, 400, { errors: [{ code: 'a' }, { code: 'dup' }] })?.message).toBe('a, dup');
  });

  test('make a success a failure only where it says something', () => {
    const exceptions = { BAD_REQUEST: [{ code: '200', messageErrorPath: 'error.text' }] };
    expect(meaning(exceptions, 200, { error: { text: 'Bad' } })?.type).toBe('BAD_REQUEST');
    expect(meaning(exceptions, 200, { error: null })).toBeNull();
    expect(meaning(exceptions, 200, { error: { text: '' } })).toBeNull();
  });

  test('whose parts cannot be read are noted, and never fit', () => {
    const exceptions = {
      NOT_FOUND: [
        { code: '404', messageErrorPath: 'a[', regularExpression: null },
        { code: '404', messageErrorPath: 'a', regularExpression: '(' },
      ],
    };
    const { type, problems } = compileObjectType('x', accountsOf({ exceptions }));
    expect(problems.map(({ pointer }) => pointer)).toEqual([
      '/exceptions/NOT_FOUND/0/messageErrorPath',
      '/exceptions/NOT_FOUND/1/regularExpression',
    ]);
    expect(type.classify(answer({}, 404))?.rule?.index).toBeNull();
  });

  test('take bounded time on whatever comes', () => {
    const exceptions = { NOT_FOUND: [{ code: '404', messageErrorPath: '', regularExpression: '(a|aa)+$' }] };
    const began = cpuMillis();
    const text = `${'a'.repeat(5_000_000)}b`;
    accounts(exceptions).classify({ status: 404, headers: [], text, json: undefined });
    expect(cpuMillis() - began).toBeLessThan(1_000);
  });

  test('a long message is cut', () => {
    const exceptions = { NOT_FOUND: [{ code: '404', messageErrorPath: '' }] };
    expect(meaning(exceptions, 404, 'x'.repeat(5_000))?.message).toHaveLength(1_001);
  });
});
