import { headerValue, type RawResponse } from '#main/platform/raw-http.ts';
import { parseJson } from './parse-json.ts';

/** The refusal of an authorization server in a sentence. RFC 6749 §5.2 */
export function refusalOf(response: RawResponse): string {
  const answer = parseJson(response);
  if (answer === null) {
    const type = headerValue(response.headers, 'content-type') ?? 'no content type';
    return `Expected JSON, received status ${response.status} with ${type}.`;
  }
  const { error, error_description: description } = answer;
  const words = typeof description === 'string' ? `: ${description}` : '';
  return `The server rejected the request with ${response.status} ${typeof error === 'string' ? error : ''}${words}`;
}
