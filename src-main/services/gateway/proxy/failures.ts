import { GatehouseError } from '#shared/errors/index.ts';
import { ConnectionTimeout } from './upstreams.ts';

const timeouts: ReadonlySet<string> = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** The request itself is none that can be sent. */
const unsendable: ReadonlySet<string> = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED']);
const broken: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** Status of an upstream's failure: 504 where it took too long, 502 else, 400 where the request is none. RFC 9110 §15.6 */
export function failureStatus(error: Error): number {
  if (error instanceof ConnectionTimeout || timeouts.has(codeOf(error))) return 504;
  if (unsendable.has(codeOf(error))) return 400;
  return 502;
}

/** Tests whether an established connection broke. */
export function isBrokenConnection(error: Error): boolean {
  return !(error instanceof GatehouseError) && broken.has(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
