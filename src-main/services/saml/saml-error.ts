import type { Evidence } from '#main/platform/pipeline.ts';

/** The steps in which an assertion is read; a refusal names the one that refused. */
export type SamlStep =
  | 'encoding'
  | 'parse'
  | 'shape'
  | 'issuer'
  | 'signature'
  | 'subject'
  | 'conditions'
  | 'audience'
  | 'confirmation';

/** The message to a client, whatever is wrong: the reason helps a forger more than an honest client. RFC 7522 §3.1 */
export const genericRefusal = 'The assertion is invalid, expired or not for this server.';

const shownCharacters = 300;

/** A refused assertion: the message is for the wire, the evidence for the trace alone. */
export class SamlError extends Error {
  override readonly name = 'SamlError';
  readonly step: SamlStep;
  readonly evidence: Evidence;

  constructor(step: SamlStep, evidence: Evidence) {
    super(genericRefusal);
    this.step = step;
    this.evidence = evidence;
  }
}

/** A refusal in words, with the value wanted and the value found where there are such; long ones are cut. */
export function refusal(step: SamlStep, detail: string, want?: string, got?: string): SamlError {
  return new SamlError(step, {
    detail,
    ...(want === undefined ? {} : { want: shorten(want) }),
    ...(got === undefined ? {} : { got: shorten(got) }),
  });
}

function shorten(text: string): string {
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
