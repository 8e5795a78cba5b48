import { describe, expect, test } from 'vitest';
import { harEntryFact } from '#main/services/contract/pure/readers/har-entry.ts';
import { recordingFileSchema } from '#shared/connectors/recording.ts';
import { parseRequestText, requestTemplateSchema } from '#shared/flows/index.ts';
import { scriptStepSchema } from '#shared/flows/script.ts';
import { methodSchema, writtenMethod } from '#shared/http/method.ts';
import { trafficSchema } from '#shared/throttle/traffic/schema.ts';

const commands = ['X;touch a', 'GET ', '', 'X(id)', 'X\r\nHost: a', '"GET"', 'GÊT', 'A/B', 'X'.repeat(65)];

describe('a method of a file', () => {
  test.each(['GET', 'patch', "X-$&|'`"])('is a token: %s', (method) => {
    expect(methodSchema.safeParse(method).success).toBe(true);
  });

  test.each(commands)('is nothing else: %j', (method) => {
    expect(methodSchema.safeParse(method).success).toBe(false);
    const traffic = { durationSeconds: 1, request: { method } };
    expect(trafficSchema.safeParse(traffic).error?.issues[0]?.path).toEqual(['request', 'method']);
    const exchange = { purpose: {}, request: { method, url: '', headers: [], body: '' }, response: null };
    const issues = recordingFileSchema.safeParse({ exchanges: [exchange] }).error?.issues ?? [];
    expect(issues.map(({ path }) => path.join('.'))).toContain('exchanges.0.request.method');
  });

  test.each(commands.slice(0, -1))('of a flow is a token, or bound to values: %j', (method) => {
    expect(requestTemplateSchema.safeParse({ origin: 'http://a', method }).success).toBe(false);
    const observed = { act: 'observe', id: 'a', from: 'as', to: 'rs', method, path: '/' };
    expect(scriptStepSchema.safeParse(observed).success).toBe(false);
    expect(requestTemplateSchema.safeParse({ origin: 'http://a', method: '{{verb|upper}}' }).success).toBe(
      true,
    );
  });

  test('that is none stays as bytes where the text of a request is edited', () => {
    const request = parseRequestText('X;touch /a HTTP/1.1\nHost: a\n\n', 'http://a');
    expect(request).toMatchObject({ method: 'GET', raw: 'X;touch /a HTTP/1.1\nHost: a\n\n' });
    expect(requestTemplateSchema.safeParse(request).success).toBe(true);
  });

  test('that is bound to a variable of a script is not known', () => {
    expect(writtenMethod('post')).toBe('POST');
    expect(writtenMethod('${METHOD}')).toBeNull();
  });

  test('of a recording that is linted is a token', () => {
    const read = harEntryFact(
      { request: { method: 'X;id', url: 'http://a' } },
      () => '',
      undefined as never,
      undefined as never,
    );
    expect(read).toEqual({ path: ['request', 'method'], what: 'is not an HTTP method' });
  });
});
