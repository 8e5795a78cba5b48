import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { KeptBytes } from '#main/platform/kept-bytes.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

describe('the beginning of a body that passes through', () => {
  test('is kept up to the limit, across pieces, and all of it is counted', () => {
    const kept = new KeptBytes(5);
    for (const piece of ['abc', 'def', 'ghi']) kept.add(Buffer.from(piece));
    expect([kept.bytes().toString(), kept.sizeBytes]).toEqual(['abcde', 9]);
  });

  test('without a limit to speak of nothing is kept but the size', () => {
    const kept = new KeptBytes(0);
    kept.add(Buffer.from('abc'));
    expect([kept.bytes().length, kept.sizeBytes]).toEqual([0, 3]);
  });

  test('shows in the record as truncated, with the size of the whole', () => {
    const { responseBody, requestBody } = packExchange(
      'id',
      exchangeDraft({
        requestBody: 'begin',
        requestBodyBytes: 5,
        responseBody: Buffer.from('abcde'),
        responseBodyBytes: 9,
      }),
      true,
    );
    expect(responseBody).toMatchObject({ text: 'abcde', sizeBytes: 9, kept: 'truncated' });
    expect(requestBody).toMatchObject({ text: 'begin', sizeBytes: 5, kept: 'whole' });
  });
});
