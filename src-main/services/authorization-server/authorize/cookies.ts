import type { HttpRequest } from '#main/platform/http.ts';

/** Values of the cookies with a name, in the order of the request: other paths may have set some of it too. RFC 6265 §4.2.2 */
export function cookiesNamed({ headers }: HttpRequest, name: string): readonly string[] {
  if (headers.cookie === undefined) return [];
  const start = `${name}=`;
  return headers.cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
}
