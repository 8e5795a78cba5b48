import { closeSync, openSync, writeSync } from 'node:fs';
import { announce } from './announce.ts';

// Writes a HAR document of a day's work: pages of an application, calls to the platform, and a few that the contract breaks.
const [path = '', count = '0', bytesOfEach = '0'] = process.argv.slice(2);
const entries = Number(count);
const environment = '9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48';
const platform = `http://127.0.0.1:9034/v1/environments/${environment}`;
const chunkEntries = 500;

const paths = [
  '/users?filter=email%20eq%20%22ann%40example.com%22',
  '/users/5f0c1d2e-0000-4000-8000-000000000001',
  '/agreements',
  '/activities?filter=action.type%20eq%20%22USER.CREATED%22',
  '/populations',
];

function urlOf(index: number): string {
  // Of a hundred two break; of ten six are of the application's own host.
  if (index % 100 === 7) return `${platform}/deviceAuthenticationPolicy`;
  if (index % 100 === 57) return `${platform}/activities?filter=action.type%20in%20(%22A%22)`;
  return index % 10 < 6
    ? `https://app.example.com/static/part-${index % 37}.js?v=${index}`
    : `${platform}${paths[index % paths.length] ?? ''}`;
}

const word = 'ipsum dolor "sit" amet, consectetur \\n adipiscing elit — ';
const pad = word.repeat(Math.ceil(Number(bytesOfEach) / word.length));

function entryOf(index: number): object {
  const body = JSON.stringify({
    id: index,
    name: `user-${index}`,
    text: pad.slice(0, Math.max(0, Number(bytesOfEach) - 1_150)),
  });
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + index * 40).toISOString(),
    time: 12.5,
    request: {
      method: index % 10 === 9 ? 'POST' : 'GET',
      url: urlOf(index),
      httpVersion: 'HTTP/1.1',
      headers: [
        { name: 'Accept', value: 'application/json' },
        { name: 'Authorization', value: `Bearer ${'x'.repeat(80)}` },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'User-Agent', value: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36' },
      ],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
      ...(index % 10 === 9 ? { postData: { mimeType: 'application/json', text: body.slice(0, 200) } } : {}),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      cookies: [],
      content: { size: body.length, mimeType: 'application/json', text: body },
      redirectURL: '',
      headersSize: -1,
      bodySize: body.length,
    },
    cache: {},
    timings: { send: 0, wait: 12.5, receive: 0 },
  };
}

const file = openSync(path, 'w');
writeSync(file, '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
for (let from = 0; from < entries; from += chunkEntries) {
  const texts = Array.from({ length: Math.min(chunkEntries, entries - from) }, (_, index) =>
    JSON.stringify(entryOf(from + index)),
  );
  writeSync(file, `${from === 0 ? '' : ','}${texts.join(',')}`);
}
writeSync(file, ']}}');
closeSync(file);
announce({});
