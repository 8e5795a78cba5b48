import { describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { openRequest } from '#main/services/flows/opened-request.ts';
import { renderRequest } from '#shared/flows/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

function open(changes: Partial<ExchangeDraft>) {
  const draft = exchangeDraft({ method: 'GET', target: '/', requestBody: '', ...changes });
  const opened = openRequest(unpackExchange(packExchange('first', draft, true)));
  const resolve = (name: string) => opened.given.get(name)?.value;
  const { bytes } = renderRequest(opened.request, { resolve, sha256: () => new Uint8Array() });
  return { ...opened, bytes, shown: JSON.stringify(opened.request) };
}

describe('a recorded request, opened for editing', () => {
  test('is told apart into fields, its secrets on the shelf, and is the same bytes again', () => {
    const { request, given, bytes, shown } = open({
      method: 'POST',
      target: '/token?trace=on',
      requestHeaders: [
        'Host',
        'h',
        'Authorization',
        'Basic c2VjcmV0OnB3',
        'Content-Type',
        'application/x-www-form-urlencoded',
        'Content-Length',
        '54',
      ],
      requestBody: 'grant_type=authorization_code&code=a%2Bb&scope=a+b+c+d',
    });
    expect(request.query).toMatchObject([{ name: 'trace', value: 'on', encoding: 'auto' }]);
    expect(request.headers[1]).toMatchObject({ name: 'Authorization', value: 'Basic {{authorization}}' });
    expect(request.body).toMatchObject({
      kind: 'form',
      fields: [
        { name: 'grant_type', value: 'authorization_code' },
        { name: 'code', value: '{{code}}', encoding: 'auto' },
        { name: 'scope', value: 'a b c d' },
      ],
    });
    expect(given.get('code')).toMatchObject({ value: 'a+b', secret: true, isStored: false });
    expect(given.get('authorization')).toMatchObject({ value: 'c2VjcmV0OnB3', isStored: true });
    expect(shown).not.toContain('c2VjcmV0');
    expect(bytes).toBe(
      'POST /token?trace=on HTTP/1.1\r\nHost: h\r\nAuthorization: Basic c2VjcmV0OnB3\r\n' +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 54\r\nConnection: close\r\n\r\n' +
        'grant_type=authorization_code&code=a%2Bb&scope=a+b+c+d',
    );
  });

  test.each<[string, Partial<ExchangeDraft>, string]>([
    [
      'unusual encodings',
      { target: '/%7euser?a=%2f&b&=c&code=%7e' },
      'GET /%7euser?a=%2f&b&=c&code=%7e HTTP/1.1',
    ],
    ['what looks like a binding', { target: '/?q={{code}}&code=1' }, 'GET /?q={{code}}&code=1 HTTP/1.1'],
    ['backslashes', { requestHeaders: ['X-A', 'C:\\new\\x41'] }, 'X-A: C:\\new\\x41\r\n'],
    ['values that are not ASCII', { requestHeaders: ['X-A', '\xe4'] }, 'X-A: \xe4\r\n'],
    ['secrets that are not ASCII', { target: '/?password=%C3%A4' }, 'GET /?password=%C3%A4 HTTP/1.1'],
    ['two secrets of one name', { target: '/?code=1&code=2&code=1' }, 'GET /?code=1&code=2&code=1 HTTP/1.1'],
  ])('keeps %s byte for byte', (_name, changes, expected) => {
    expect(open(changes).bytes).toContain(expected);
  });

  test('keeps JSON as it is written, and a body that is no text', () => {
    const body = '{ "refresh_token": "r\\"1",\n  "note": "caf\u00e9" }';
    const json = open({
      method: 'POST',
      requestHeaders: ['Content-Type', 'application/json'],
      requestBody: body,
    });
    expect(json.bytes).toContain(Buffer.from(body).toString('latin1'));
    expect(json.shown).not.toContain('r\\');
    const binary = open({ method: 'POST', requestBody: Buffer.from([0, 255, 13, 10, 254]) });
    expect(binary.bytes.endsWith('\r\n\r\n\0\xff\r\n\xfe')).toBe(true);
  });
});
