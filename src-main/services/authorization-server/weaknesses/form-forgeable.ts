import type { Weakness } from '#main/platform/pipeline.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Takes posts that another site made the browser send. */
export const formForgeable: Weakness<InteractionContext> = {
  id: 'form-forgeable',
  pipeline: 'authorize.*',
  step: 'csrf',
  title: 'Pages without anti-forgery value',
  clause: 'RFC 6749 §10.12',
  instead: () => undefined,
};
