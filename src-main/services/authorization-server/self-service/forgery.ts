import { createHmac } from 'node:crypto';
import type { HttpRequest } from '#main/platform/http.ts';
import { isSameSecret } from '../authorize/browser-binding.ts';
import { cookiesNamed } from '../authorize/cookies.ts';
import { ownAddress } from '../responses.ts';

/** Pages with such a form: what is made for one is worth nothing at another. */
type OwnPage = 'grants' | 'end-session';

const cookieName = 'as_grants';

/** The value in a form that only a page of ours can hold: made from what the browser keeps and shows to nobody. */
export function formValueOf(browserSecret: string, page: OwnPage = 'grants'): string {
  return createHmac('sha256', browserSecret).update(page).digest('base64url');
}

/** Tests whether a post comes from one of our own forms in this browser. */
export function isOwnForm(browserSecret: string, given: string | undefined, page?: OwnPage): boolean {
  return browserSecret !== '' && given !== undefined && isSameSecret(given, formValueOf(browserSecret, page));
}

/** Returns the secret of a browser that has not signed in yet; empty where it has been given nothing. */
export function visitorSecret(request: HttpRequest): string {
  return cookiesNamed(request, cookieName)[0] ?? '';
}

/** The header that gives a browser a secret of its own. */
export function visitorCookie(secret: string, issuer: string): readonly string[] {
  return ownAddress(issuer).cookie({ name: cookieName, value: secret, ageSeconds: 600, sameSite: 'Strict' });
}
