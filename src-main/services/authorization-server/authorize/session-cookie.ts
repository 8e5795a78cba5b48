import type { HttpRequest } from '#main/platform/http.ts';

const cookieName = 'as_session';

/** The id by which the browser is known; empty where it has none. */
export function sessionIdOf({ headers }: HttpRequest): string {
  const pairs = headers.cookie?.split(';') ?? [];
  const pair = pairs.map((each) => each.trim()).find((each) => each.startsWith(`${cookieName}=`));
  return pair?.slice(cookieName.length + 1) ?? '';
}

/** The header by which the browser stays signed in. */
export function sessionCookie(sessionId: string, issuer: string, ageSeconds: number): readonly string[] {
  const secure = issuer.startsWith('https:') ? '; Secure' : '';
  const value = `${cookieName}=${sessionId}; Path=/as; Max-Age=${ageSeconds}; HttpOnly; SameSite=Lax${secure}`;
  return ['Set-Cookie', value];
}
