import type { RawResponse } from '#main/platform/raw-http.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { unescapeBytes } from '#shared/flows/index.ts';

/**
 * An answer that was typed: status line, headers, an empty line, the body.
 * @throws api.invalid-input
 */
export function parseRawResponse(text: string): RawResponse {
  const normal = text.replaceAll('\r\n', '\n');
  const end = normal.indexOf('\n\n');
  const [first = '', ...lines] = (end < 0 ? normal : normal.slice(0, end)).split('\n');
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})(?: (.*))?$/.exec(first.trim());
  if (status === null)
    throw new GatehouseError('api.invalid-input', `“${first.slice(0, 80)}” is not a status line.`, {
      fix: 'Start with a line such as “HTTP/1.1 200 OK”.',
    });
  const headers = lines
    .filter((line) => line !== '')
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
    });
  const body = Buffer.from(end < 0 ? '' : unescapeBytes(normal.slice(end + 2)), 'latin1');
  return { status: Number(status[1]), reason: status[2] ?? '', headers, body, clientPort: 0 };
}
