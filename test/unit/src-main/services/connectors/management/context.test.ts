import { describe, expect, test } from 'vitest';
import { parseParameters } from '#main/services/connectors/management/context.ts';

describe('the parameters of a request', () => {
  test('none is given: nothing is asked for', () => {
    expect(parseParameters('')).toEqual({
      action: null,
      queryFilter: null,
      queryId: null,
      queryExpression: null,
      pageSize: null,
      pagedResultsOffset: null,
      pagedResultsCookie: null,
      totals: null,
      sortKeys: [],
      fields: [],
      isPretty: false,
      additional: {},
    });
  });

  test('a filter is one text, whatever is encoded in it', () => {
    expect(parseParameters('_queryFilter=mail+eq+%22a%26b%40example.com%22').queryFilter).toBe(
      'mail eq "a&b@example.com"',
    );
  });

  test.each([
    ['_fields=sn,mail', ['sn', 'mail']],
    ['_fields=sn&_fields=/mail,', ['sn', '/mail']],
    ['_fields=', []],
    ['_fields=%20sn%20,%20,mail', ['sn', 'mail']],
  ])('%s chooses fields', (query, fields) => {
    expect(parseParameters(query).fields).toEqual(fields);
  });

  test('keys of an order begin with their direction; the plus may be a space of the query', () => {
    const ascending = { field: 'sn', isDescending: false };
    expect(parseParameters('_sortKeys=sn,-mail').sortKeys).toEqual([
      ascending,
      { field: 'mail', isDescending: true },
    ]);
    for (const query of ['_sortKeys=+sn', '_sortKeys=%2Bsn', '_sortKeys=mail,%2Bsn'])
      expect(parseParameters(query).sortKeys.at(-1)).toEqual(ascending);
  });

  test('an empty cookie asks for the first page, also beside an offset of 0', () => {
    expect(parseParameters('_pagedResultsCookie=&_pagedResultsOffset=4')).toMatchObject({
      pagedResultsCookie: null,
      pagedResultsOffset: 4,
    });
    expect(parseParameters('_pagedResultsCookie=x&_pagedResultsOffset=0').pagedResultsCookie).toBe('x');
  });

  test('what is not known goes on to actions', () => {
    expect(parseParameters('_action=script&_scriptId=whoami&name=Ann').additional).toEqual({
      _scriptId: 'whoami',
      name: 'Ann',
    });
  });

  test.each(['none', 'EXACT', 'Estimate'])('the count policy %s is known', (policy) => {
    expect(() => parseParameters(`_totalPagedResultsPolicy=${policy}`)).not.toThrow();
  });

  test.each(['-1', '1.5', '1e3', '0x10', '', '99999999999'])('a page cannot have “%s” records', (size) => {
    expect(() => parseParameters(`_pageSize=${size}`)).toThrow(
      expect.objectContaining({ status: 400, message: expect.stringContaining(`'${size}'`) }),
    );
  });

  test.each(['_queryFilter', '_queryId', '_pageSize', '_pagedResultsCookie', '_prettyPrint', '_action'])(
    '%s cannot be given twice',
    (name) => {
      expect(() => parseParameters(`${name}=1&${name}=1`)).toThrow(
        `Multiple values given for parameter '${name}'`,
      );
    },
  );
});
