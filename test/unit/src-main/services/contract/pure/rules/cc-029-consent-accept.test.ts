import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { FixtureRequest } from '#test/support/contract.ts';
import { environment, fixTitles, isTarget, messages, parts } from './found.ts';

const consents = `${environment}/users/u1/agreementConsents`;
const wanted = 'application/vnd.acme.consent.accept+json';
const body = { language: { id: 'l1' }, revision: { id: 'r1' }, consentedAt: '2021-03-01T10:00:00Z' };

/** A consent that is accepted at ten o'clock as the contract says, but for these members. */
const accepts = (changes: Partial<FixtureRequest> = {}): FixtureRequest => ({
  method: 'POST',
  url: `${consents}/a1`,
  headers: { 'Content-Type': wanted },
  body,
  startedAt: '2021-03-01T10:00:00Z',
  ...changes,
});
const sentAs = (mediaType: string) => accepts({ headers: { 'Content-Type': mediaType } });
const withBody = (changes: Readonly<Record<string, JsonValue>>) => accepts({ body: { ...body, ...changes } });
const wrongType = `The media type is not ${wanted}. Only this media type accepts a consent.`;
const wrongId = 'The last path segment is the id of a consent. It must be the id of the agreement.';

describe('the media type of an acceptance', () => {
  test.each([
    wanted,
    wanted.toUpperCase(),
    `${wanted}; charset=utf-8`,
    `${wanted} ;charset=utf-8`,
    ` ${wanted}`,
  ])('“%s” is one', (mediaType) => {
    expect(messages('CC-029', [sentAs(mediaType)])).toEqual([]);
  });

  test.each([
    'application/json',
    'application/vnd.other.consent.accept+json',
    'text/plain; was=application/vnd.acme.consent.decline+json',
  ])('“%s” is none, and is put right', (mediaType) => {
    expect(messages('CC-029', [sentAs(mediaType)])).toEqual([wrongType]);
    expect(parts('CC-029', [sentAs(mediaType)])).toEqual([{ part: 'header', name: 'content-type' }]);
    expect(fixTitles('CC-029', [sentAs(mediaType)])).toEqual([`Send it as ${wanted}`]);
  });

  test('is asked for where headers or a body are written, and else left to what sends it', () => {
    const bare: FixtureRequest = { method: 'POST', url: `${consents}/a1` };
    expect(messages('CC-029', [bare])).toEqual([]);
    expect(messages('CC-029', [{ ...bare, headers: { Authorization: 'Bearer x' } }])).toEqual([wrongType]);
    expect(messages('CC-029', [{ ...bare, headers: { 'Content-Type': 'application/json' } }])).toEqual([
      wrongType,
    ]);
    expect(messages('CC-029', [{ ...bare, body }])).toEqual([wrongType]);
  });
});

describe('requests that accept nothing', () => {
  test.each<[string, FixtureRequest]>([
    ['a consent that is replaced', { method: 'PUT', url: `${consents}/a1`, body: {} }],
    ['a consent that is deleted', { method: 'DELETE', url: `${consents}/a1`, body: {} }],
    ['a POST to all consents', { method: 'POST', url: consents, body: {} }],
    [
      'another action',
      accepts({ headers: { 'Content-Type': 'application/vnd.acme.consent.revoke+json' }, body: {} }),
    ],
  ])('%s', (_, request) => {
    expect(isTarget('CC-029', [request])).toBe(false);
    expect(messages('CC-029', [request])).toEqual([]);
  });
});

describe('the id that a consent is accepted under', () => {
  const reads = (consent: JsonValue): FixtureRequest => ({
    url: `${consents}/x`,
    response: { body: consent },
  });
  const readsList = (list: JsonValue): FixtureRequest => ({
    url: consents,
    response: { body: { _embedded: { agreementConsents: list } } },
  });
  const acceptsAt = (id: string) => accepts({ url: `${consents}/${id}` });
  const consent = { id: 'c1', agreement: { id: 'a1' } };

  test('is that of the agreement, and not that of a consent that was read', () => {
    expect(messages('CC-029', [reads(consent), acceptsAt('c1')])).toEqual([wrongId]);
    expect(messages('CC-029', [readsList([{}, consent]), acceptsAt('c1')])).toEqual([wrongId]);
    expect(parts('CC-029', [reads(consent), acceptsAt('c1')])).toEqual([{ part: 'path' }]);
    expect(messages('CC-029', [reads(consent), acceptsAt('a1')])).toEqual([]);
    expect(messages('CC-029', [acceptsAt('c1'), reads(consent)])).toEqual([]);
  });

  test.each<[string, JsonValue]>([
    ['has the id of its agreement', { id: 'c1', agreement: { id: 'c1' } }],
    ['names no agreement', { id: 'c1' }],
    ['names its agreement by a number', { id: 'c1', agreement: { id: 7 } }],
    ['has no id', { agreement: { id: 'c1' } }],
  ])('a consent that was read and %s says nothing of it', (_, read) => {
    expect(messages('CC-029', [reads(read), acceptsAt('c1')])).toEqual([]);
    expect(messages('CC-029', [readsList([read]), acceptsAt('c1')])).toEqual([]);
  });
});

describe('the body of an acceptance', () => {
  test.each(['language', 'revision'] as const)('names the %s by its id', (name) => {
    const missing = [`The body has no ${name}.id.`];
    for (const value of [{}, { id: '' }, { id: 7 }, 'en', null]) {
      expect(messages('CC-029', [withBody({ [name]: value })])).toEqual(missing);
      expect(parts('CC-029', [withBody({ [name]: value })])).toEqual([{ part: 'body', path: [name] }]);
    }
    expect(messages('CC-029', [withBody({ [name]: '{{whole}}' })])).toEqual([]);
  });

  test('without both is found twice, at its top', () => {
    const request = accepts({ body: { consentedAt: body.consentedAt } });
    expect(messages('CC-029', [request])).toEqual([
      'The body has no language.id.',
      'The body has no revision.id.',
    ]);
    expect(parts('CC-029', [request])).toEqual([
      { part: 'body', path: [] },
      { part: 'body', path: [] },
    ]);
  });
});

describe('the time of a consent', () => {
  const noTimestamp = 'consentedAt is not an RFC 3339 timestamp with an offset.';

  test.each([
    '2021-03-01T10:00:00Z',
    '2021-03-01t09:59:59.999z',
    '2021-03-01T11:04:00+01:00',
    '2021-03-01T10:05:00Z',
  ])('%s is past, or no more than five minutes ahead of ten o’clock', (consentedAt) => {
    expect(messages('CC-029', [withBody({ consentedAt })])).toEqual([]);
  });

  test.each(['2021-03-01T10:05:00.001Z', '2021-03-01T10:00:00-01:00', '2022-03-01T10:00:00Z'])(
    '%s lies ahead of it',
    (consentedAt) => {
      expect(messages('CC-029', [withBody({ consentedAt })])).toEqual(['consentedAt is in the future.']);
      expect(parts('CC-029', [withBody({ consentedAt })])).toEqual([{ part: 'body', path: ['consentedAt'] }]);
    },
  );

  test.each<[JsonValue]>([
    ['2021-03-01T10:00:00'],
    ['2021-03-01'],
    ['2021-02-30T10:00:00Z'],
    ['at 2021-03-01T10:00:00Z'],
    [1_614_592_800_000],
    [['2021-03-01T10:00:00Z']],
    [null],
  ])('%j is no timestamp', (consentedAt) => {
    expect(messages('CC-029', [withBody({ consentedAt })])).toEqual([noTimestamp]);
  });

  test('is held against the present where nothing says when the request was sent', () => {
    const { startedAt: _, ...unsent } = accepts();
    const at = (consentedAt: string) => ({ ...unsent, body: { ...body, consentedAt } });
    const context = { nowMillis: Date.UTC(2021, 2, 1, 12) };
    expect(messages('CC-029', [at('2021-03-01T12:05:00Z')], context)).toEqual([]);
    expect(messages('CC-029', [at('2021-03-01T12:05:01Z')], context)).toEqual([
      'consentedAt is in the future.',
    ]);
  });

  test('is no timestamp either where the clock of the recording stands before 1970', () => {
    const early = { ...withBody({ consentedAt: 'today' }), startedAt: '1960-01-01T00:00:00Z' };
    expect(messages('CC-029', [early])).toEqual([noTimestamp]);
  });
});
