import { describe, expect, test } from 'vitest';
import { curlEntries } from '#main/services/contract/index.ts';

describe('the requests of curl commands, with what they send', () => {
  test('as a browser copies them', () => {
    const copied = `curl 'https://api.example/a?b=1' \\
  -X POST \\
  -H 'accept: */*' \\
  --data-raw $'{"a":"it\\'s"}' \\
  --compressed`;
    expect(curlEntries(copied)).toEqual([
      {
        method: 'POST',
        url: 'https://api.example/a?b=1',
        headers: [
          { name: 'accept', value: '*/*' },
          { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
        ],
        body: `{"a":"it's"}`,
      },
    ]);
  });

  test.each([
    ['-u me:secret', 'Basic bWU6c2VjcmV0'],
    ['-u me', 'Basic bWU6'],
    ['--oauth2-bearer abc', 'Bearer abc'],
  ])('with the credentials of %s', (option, value) => {
    expect(curlEntries(`curl ${option} localhost:9031/a`)).toMatchObject([
      { method: 'GET', url: 'http://localhost:9031/a', headers: [{ name: 'Authorization', value }] },
    ]);
  });

  test.each([
    '{ "log": "curl http://h/" }',
    '<items>curl http://h/</items>',
    'POST / HTTP/1.1\nHost: h\n\ncurl http://h/',
    'nothing of the kind',
    'curl "http://$HOST:x/"',
  ])('are none in %j', (text) => {
    expect(curlEntries(text)).toBeNull();
  });
});
