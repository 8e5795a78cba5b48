import { describe, expect, test } from 'vitest';
import { expectedWords } from '#renderer/features/flows/attack/expected-words.ts';

describe('what a check expects', () => {
  test.each([
    ['PAGE', 'an error page, no redirect'],
    ['J400(invalid_grant)', '400 with invalid_grant'],
    ['J401(invalid_client) or PAGE', '401 with invalid_client or an error page, no redirect'],
    ['REDIR(access_denied)', 'a redirect to the client with access_denied'],
    ['RS401(invalid_token)', '401 with a Bearer challenge that names invalid_token'],
    ['RS401', '401 with a Bearer challenge'],
    ['cache-control: /no-store/i', 'Cache-Control contains no-store'],
    ['content-type: /^application\\/json/', 'Content-Type matches /^application\\/json/'],
    ['www-authenticate: /./', 'WWW-Authenticate is sent'],
    ['no x-powered-by', 'no X-Powered-By'],
  ])('%s is said in words: %s', (expected, words) => {
    expect(expectedWords(expected)).toBe(words);
  });

  test.each([
    '400 or 401',
    'no other site can frame the page',
    'cookies with HttpOnly and SameSite',
    'the same response as to a',
  ])('%s stands as it is', (expected) => {
    expect(expectedWords(expected)).toBe(expected);
  });
});
