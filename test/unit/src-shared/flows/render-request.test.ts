import { describe, expect, test } from 'vitest';
import {
  formRequest,
  getRequest,
  renderRequest,
  requestField,
  requestNames,
  requestTemplateSchema,
} from '#shared/flows/index.ts';
import { bytesOf, contextOf } from './parties.ts';

describe('a request is put together', () => {
  test('with the Host of where it goes, and the length of what it really carries', () => {
    const post = formRequest('http://as.example:81/token?tenant=1', [['who', '{{name}}']], []);
    expect(bytesOf(post, { name: 'Zoë Ω' })).toBe(
      [
        'POST /token?tenant=1 HTTP/1.1',
        'Host: as.example:81',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 19',
        'Connection: close',
        '',
        'who=Zo%C3%AB+%CE%A9',
      ].join('\r\n'),
    );
  });

  test('the query of an endpoint’s address stays before that of the request', () => {
    const get = getRequest('http://as.example/a?tenant=1#never', [['state', 'x']], []);
    expect(renderRequest(get, contextOf({})).target).toBe('/a?tenant=1&state=x');
    expect(renderRequest(getRequest('http://as.example', [], []), contextOf({})).target).toBe('/');
  });

  test('what is omitted, or optional and missing, is not there, and no mark of it', () => {
    const get = {
      ...getRequest('http://as.example/a', [['login_hint', '{{username?}}']], [['Cookie', '{{cookies?}}']]),
    };
    expect(bytesOf(get)).toBe('GET /a HTTP/1.1\r\nHost: as.example\r\nConnection: close\r\n\r\n');
    expect(requestNames(get)).toEqual(['username', 'cookies']);
    const off = { ...get, query: get.query.map((field) => ({ ...field, isOmitted: true })) };
    expect(requestNames(off)).toEqual(['cookies']);
  });

  test('a value is never taken for a template, nor for escapes', () => {
    const get = getRequest('http://as.example/a', [], [['X', '{{state}}']]);
    expect(renderRequest(get, contextOf({ state: '{{code}}\\r\\n' })).headers).toContain('{{code}}\\r\\n');
    const raw = { ...get, headers: [{ ...requestField('X', '{{state}}\\x41'), encoding: 'raw' as const }] };
    expect(renderRequest(raw, contextOf({ state: '\\r' })).headers).toEqual(['X', '\\rA']);
  });

  test('a value that is missing is named, wherever it stands', () => {
    for (const place of ['origin', 'method', 'path', 'version', 'raw'] as const) {
      const request = requestTemplateSchema.parse({ origin: 'http://x', [place]: '{{code}}' });
      expect(requestNames(request)).toEqual(['code']);
      expect(() => bytesOf(request)).toThrow(expect.objectContaining({ code: 'flow.value-missing' }));
    }
  });

  test('bytes alone: method, target and headers are read out of them for the record', () => {
    const raw = requestTemplateSchema.parse({
      origin: 'http://x',
      raw: 'POST /a HTTP/1.1\nHost: {{host}}\nContent-Length: {{content_length}}\nodd\n\nab\\xff',
    });
    const rendered = renderRequest(raw, contextOf({}));
    expect(rendered).toMatchObject({ method: 'POST', target: '/a', body: 'ab\xff' });
    expect(rendered.headers).toEqual(['Host', 'x', 'Content-Length', '3', 'odd', '']);
    expect(rendered.bytes).toBe('POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nodd\r\n\r\nab\xff');
  });
});
