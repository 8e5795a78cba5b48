import type { HttpRequest } from '#main/platform/http.ts';
import { ownAddress } from '../responses.ts';
import { cookiesNamed } from './cookies.ts';

const cookieName = 'as_session';

/** The id by which the browser is known; empty where it has none. */
export function sessionIdOf(request: HttpRequest): string {
  return cookiesNamed(request, cookieName)[0] ?? '';
}

/** The header by which the browser stays signed in, or is forgotten where its age is 0. */
export function sessionCookie(sessionId: string, issuer: string, ageSeconds: number): readonly string[] {
  return ownAddress(issuer).cookie({ name: cookieName, value: sessionId, ageSeconds, sameSite: 'Lax' });
}
