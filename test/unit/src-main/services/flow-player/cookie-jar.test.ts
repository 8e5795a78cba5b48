import { expect, test } from 'vitest';
import { CookieJar } from '#main/services/flow-player/cookie-jar.ts';

const page = new URL('https://as.example/sign-in');

test('somebody who knew the cookies before the sign-in knows those that hold the same values after it', () => {
  const jar = new CookieJar();
  jar.keep(page, ['Set-Cookie', 'transaction=planted; Path=/', 'Set-Cookie', 'language=en; Path=/']);
  jar.note();
  jar.keep(page, ['Set-Cookie', 'session=planted; Path=/', 'Set-Cookie', 'language=de; Path=/']);
  expect(jar.noted(page)).toBe('transaction=planted; session=planted');
});

test('a session with a new value is not known', () => {
  const jar = new CookieJar();
  jar.keep(page, ['Set-Cookie', 'session=before; Path=/']);
  jar.note();
  jar.keep(page, ['Set-Cookie', 'session=after; Path=/']);
  expect(jar.noted(page)).toBe('');
});

test('cookies of a path are known wherever the next request goes', () => {
  const jar = new CookieJar();
  jar.keep(page, ['Set-Cookie', 'step=1; Path=/sign-in']);
  jar.note();
  expect(jar.noted(new URL('https://as.example/authorize'))).toBe('step=1');
  expect(jar.noted(new URL('https://other.example/'))).toBe('');
});
