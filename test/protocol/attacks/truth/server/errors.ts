import { randomUUID } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Has } from './flaws.ts';

/** A refusal at an endpoint that clients call. RFC 6749 §5.2 */
export class Refusal extends Error {
  readonly error: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error: string, message: string, status = 400, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.error = error;
    this.status = status;
    this.headers = headers;
  }
}

/** A refusal that goes to a page, as no client may be trusted with it. RFC 6749 §4.1.2.1 */
export class PageRefusal extends Error {}

/** Text without what an error description must not hold. RFC 6749 §5.2 */
const described = (text: string): string => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');

/** The answer of an error; support finds the request by its `trace_id`. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, has: Has): FastifyReply {
  return reply
    .code(refusal.status)
    .headers(refusal.headers)
    .type('application/json')
    .send(
      JSON.stringify({
        error: refusal.error,
        error_description: has('descriptions-with-quotes')
          ? `"${described(refusal.message)}"`
          : has('descriptions-raw')
            ? refusal.message
            : described(refusal.message),
        trace_id: randomUUID(),
      }),
    );
}
