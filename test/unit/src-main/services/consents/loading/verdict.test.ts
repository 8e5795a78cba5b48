import { describe, expect, test } from 'vitest';
import { failureOf, judge, networkFailure } from '#main/services/consents/loading/verdict.ts';
import { answered, errorBody } from './parts.ts';

describe('what an answer means', () => {
  test.each([
    [200, {}, 'accepted'],
    [201, {}, 'accepted'],
    [204, {}, 'accepted'],
    [401, {}, 'forbidden'],
    [403, {}, 'forbidden'],
    [404, errorBody('NOT_FOUND', 'user.id'), 'row'],
    [404, {}, 'row'],
    [404, errorBody('NOT_FOUND', 'agreement.id'), 'text-gone'],
    [400, errorBody('INVALID_VALUE', 'revision.id'), 'text-gone'],
    [400, errorBody('INVALID_VALUE', 'language.id'), 'text-gone'],
    [400, errorBody('INVALID_VALUE', 'consentedAt'), 'row'],
    [422, errorBody('INVALID_VALUE', 'revision.id'), 'row'],
    [409, {}, 'conflict'],
    [429, {}, 'refused'],
    [400, { code: 'REQUEST_LIMITED' }, 'refused'],
    [400, { code: 'INVALID_DATA', details: [{ code: 'REQUEST_LIMITED' }] }, 'refused'],
    [408, {}, 'transient'],
    [500, {}, 'transient'],
    [501, {}, 'transient'],
    [502, {}, 'transient'],
    [503, {}, 'transient'],
    [504, {}, 'transient'],
    [400, { code: 'UNEXPECTED_ERROR', details: [{ code: 'OTHER' }] }, 'transient'],
    [418, {}, 'row'],
    [302, {}, 'row'],
  ])('%i %j: %s', (status, body, kind) => {
    expect(judge(answered(status, body)).kind).toBe(kind);
  });

  test('a refusal for the rate says how long to wait, or nothing', () => {
    expect(judge(answered(429, {}, 3_000))).toMatchObject({ waitMillis: 3_000 });
    expect(judge(answered(429))).toMatchObject({ waitMillis: null });
  });
});

test('the code of the first detail tells most, and the id is kept for who is asked', () => {
  expect(failureOf(answered(400, errorBody('INVALID_VALUE', 'revision.id', 'e-9')))).toEqual({
    httpStatus: 400,
    code: 'INVALID_VALUE',
    errorId: 'e-9',
    message: 'revision.id is wrong',
  });
  expect(failureOf(answered(400))).toMatchObject({ code: '400', message: 'Status 400.' });
});

test.each([
  { code: 'C'.repeat(1_000_000), message: 'm'.repeat(1_000_000), id: 'i'.repeat(1_000_000) },
  { code: 7, message: { a: 1 }, id: [], details: 'none' },
  { details: [null, 1, [{ code: 'X' }]] },
  { code: '\u001b]0;owned\u0007X', message: 'line\r\n\u001b[2Jnext' },
])('whatever a hostile target says becomes a few plain words', (body) => {
  const { code, errorId, message } = failureOf(answered(400, body));
  for (const said of [code, errorId, message]) {
    expect(said.length).toBeLessThanOrEqual(500);
    expect(said).not.toMatch(/\p{Cc}/u);
  }
  expect(code).not.toBe('');
});

test('a failure of the network is told by its code', () => {
  const error = Object.assign(new Error('hung up'), { code: 'ECONNRESET' });
  expect(networkFailure(error)).toEqual({
    httpStatus: null,
    code: 'ECONNRESET',
    errorId: '',
    message: 'hung up',
  });
  expect(networkFailure('odd')).toMatchObject({ code: 'network', message: 'odd' });
});
