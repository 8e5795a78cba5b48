import type { Weakness } from '#main/platform/pipeline.ts';
import type { HandedContext } from '../token.ts';

/** Signs in whoever a valid token is of, though it was issued to another application. */
export const clientTokenOfAnybody: Weakness<HandedContext> = {
  id: 'client-token-of-anybody',
  pipeline: 'client.token',
  step: 'token-ours',
  title: 'Client takes tokens that were issued to others',
  clause: 'RFC 6749 §10.16',
  instead: () => undefined,
};
