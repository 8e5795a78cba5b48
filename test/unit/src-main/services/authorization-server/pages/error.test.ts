import { describe, expect, test } from 'vitest';
import { errorPage } from '#main/services/authorization-server/pages/error.ts';

const view = {
  issuer: 'http://127.0.0.1:9031',
  description: 'The withdrawal could not be stored',
} as const;

describe('the page that ends a request', () => {
  test.each([
    ['en', 'Not saved yet'],
    ['de', 'Noch nicht gespeichert'],
  ] as const)('says in %s of what is not on disk that it is to be looked at again', (language, title) => {
    const { status, headers, body } = errorPage({ ...view, language, kind: 'unkept', retryAfterSeconds: 5 });
    expect(status).toBe(503);
    expect(headers.join('\n')).toContain('Retry-After\n5');
    expect(String(body)).toContain(title);
  });

  test('of a sign-in that is over asks nobody to come back', () => {
    const { status, headers } = errorPage({ ...view, language: 'en', kind: 'over' });
    expect(status).toBe(400);
    expect(headers).not.toContain('Retry-After');
  });
});
