import type { HttpResponse } from '#main/platform/http.ts';
import type { AlterResponse, GuardedResponse } from '../responses.ts';

/** Adds a change to those that an answer goes out with. */
export function alter(context: GuardedResponse, change: AlterResponse): void {
  const { altered } = context;
  context.altered = altered === null ? change : (response) => change(altered(response));
}

/** Changes the values of header fields; null takes a field away. */
export function changeHeaders(
  response: HttpResponse,
  change: (name: string, value: string) => string | null,
): HttpResponse {
  const headers: string[] = [];
  for (let index = 0; index + 1 < response.headers.length; index += 2) {
    const [name = '', value = ''] = response.headers.slice(index, index + 2);
    const changed = change(name.toLowerCase(), value);
    if (changed !== null) headers.push(name, changed);
  }
  return { ...response, headers };
}

/** Takes header fields away, named in lower case. */
export function withoutHeaders(response: HttpResponse, ...names: readonly string[]): HttpResponse {
  return changeHeaders(response, (name, value) => (names.includes(name) ? null : value));
}
