import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';

/** Does not look from whom an answer is: the code of one server goes to another. */
export const clientIssuerNotCompared: Weakness<ClientContext> = {
  id: 'client-issuer-not-compared',
  pipeline: 'client.callback',
  step: 'issuer-same',
  title: 'Client does not compare iss (mix-up)',
  clause: 'RFC 9207 §2.4',
  instead: () => undefined,
};
