import { expect, test } from 'vitest';
import { createMasking } from '#main/services/connectors/remote/masking.ts';
import { mask } from '#shared/exchange/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const masking = createMasking(['planted-secret'], false);

test('a URL keeps its parameters but for those whose names say that they are secret', () => {
  expect(masking.url('/a?api_key=1&auth_token=2&key=3&pageToken=4&limit=5#x')).toBe(
    `/a?api_key=${mask}&auth_token=${mask}&key=${mask}&pageToken=4&limit=5#x`,
  );
});

test('a body keeps its members but for secrets, also those that are known', () => {
  const body = { userPassword: 'a', apiKey: 'b', code: 'taken', echo: 'planted-secret' };
  expect(JSON.parse(masking.body(JSON.stringify(body)))).toEqual({
    userPassword: mask,
    apiKey: mask,
    code: 'taken',
    echo: mask,
  });
});

test.each([
  ['a long parameter', `/?${'a-'.repeat(500_000)}`],
  ['many parameters', `/?${'secret'.repeat(200_000)}`],
])('%s costs little', (_what, url) => {
  const started = cpuMillis();
  masking.url(url);
  expect(cpuMillis() - started).toBeLessThan(2_000);
});

test('a text of many megabytes is masked, and nothing overflows', () => {
  const long = 'planted\\n'.repeat(4_000_000);
  expect(masking.body(`{"password":"${long}"}`)).toBe(`{"password":"${mask}"}`);
  expect(createMasking([], true).body(`{"access_token":"${long}`)).toBe(`{"access_token":"${mask}"`);
});
