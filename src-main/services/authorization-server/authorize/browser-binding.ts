import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '#main/platform/http.ts';
import { type Transaction, transactionLifetimeSeconds } from '../stores/transactions.ts';

/** The header that binds a transaction to the browser which began it. RFC 9700 §4.7. */
export function bindingCookie(transaction: Transaction, issuer: string): readonly string[] {
  return cookie(transaction, issuer, transaction.cookieSecret, transactionLifetimeSeconds);
}

/** The header that takes the cookie of a finished transaction away. */
export function expiredCookie(transaction: Transaction, issuer: string): readonly string[] {
  return cookie(transaction, issuer, '', 0);
}

/** Tests whether the request comes from the browser that began the transaction. */
export function isSameBrowser(request: HttpRequest, transaction: Transaction): boolean {
  const name = `${cookieName(transaction)}=`;
  const pairs = request.headers.cookie?.split(';') ?? [];
  const value = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(name));
  return value !== undefined && isSameSecret(value.slice(name.length), transaction.cookieSecret);
}

/** Compares two secrets in a time that says nothing of where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'));
}

// It reaches the way back from an identity provider too, not the authorization endpoint alone.
const cookiePath = '/as';

// One cookie for each transaction, so that sign-ins in several tabs do not disturb each other.
function cookieName({ id }: Transaction): string {
  return `as_txn_${id}`;
}

function cookie(
  transaction: Transaction,
  issuer: string,
  value: string,
  ageSeconds: number,
): readonly string[] {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return [
    'Set-Cookie',
    `${cookieName(transaction)}=${value}; Path=${cookiePath}; Max-Age=${ageSeconds}; HttpOnly; SameSite=Lax${secure}`,
  ];
}
