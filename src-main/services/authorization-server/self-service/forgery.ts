import { createHmac } from 'node:crypto';
import type { HttpRequest } from '#main/platform/http.ts';
import { isSameSecret } from '../authorize/browser-binding.ts';

const cookieName = 'as_grants';

/** The value in a form that only a page of ours can hold: made from what the browser keeps and shows to nobody. */
export function formValueOf(browserSecret: string): string {
  return createHmac('sha256', browserSecret).update('grants').digest('base64url');
}

/** Tests whether a post comes from one of our own forms in this browser. */
export function isOwnForm(browserSecret: string, given: string | undefined): boolean {
  return browserSecret !== '' && given !== undefined && isSameSecret(given, formValueOf(browserSecret));
}

/** Returns the secret of a browser that has not signed in yet; empty where it has been given nothing. */
export function visitorSecret({ headers }: HttpRequest): string {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
}

/** The header that gives a browser a secret of its own. */
export function visitorCookie(secret: string, issuer: string): readonly string[] {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  return ['Set-Cookie', `${cookieName}=${secret}; Path=/as; Max-Age=600; HttpOnly; SameSite=Strict${secure}`];
}
