import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '#main/platform/http.ts';
import { ownAddress } from '../responses.ts';
import type { Runtime } from '../runtime.ts';
import { type Transaction, transactionLifetimeSeconds } from '../stores/transactions.ts';
import { cookiesNamed } from './cookies.ts';

const cookieName = 'as_browser';

/**
 * The secret for a sign-in that begins in this browser: one cookie stands for all that are open in it, so that however
 * many there are, it stays as small as it is. A value that binds nothing open is not taken over: somebody else may have
 * put it there. RFC 9700 §4.7
 */
export function bindingSecret(request: HttpRequest, { transactions, tokens }: Runtime): string {
  return cookiesNamed(request, cookieName).find(transactions.isOpenIn) ?? tokens.next();
}

/** The secrets that this browser brings along. */
export function browserSecrets(request: HttpRequest): readonly string[] {
  return cookiesNamed(request, cookieName);
}

/** The header that binds a transaction to the browser which began it. RFC 9700 §4.7 */
export function bindingCookie({ cookieSecret }: Transaction, issuer: string): readonly string[] {
  return cookie(issuer, cookieSecret, transactionLifetimeSeconds);
}

/** The header that takes the cookie away once the last sign-in of this browser is over; nothing before that. */
export function expiredCookie(
  { cookieSecret }: Transaction,
  { transactions, issuer }: Runtime,
): readonly string[] {
  return transactions.isOpenIn(cookieSecret) ? [] : cookie(issuer(), '', 0);
}

/** Tests whether the request comes from the browser that began the transaction. */
export function isSameBrowser(request: HttpRequest, { cookieSecret }: Transaction): boolean {
  return browserSecrets(request).some((value) => isSameSecret(value, cookieSecret));
}

/** Compares two secrets in a time that says nothing of where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

function cookie(issuer: string, value: string, ageSeconds: number): readonly string[] {
  return ownAddress(issuer).cookie({ name: cookieName, value, ageSeconds, sameSite: 'Lax' });
}
