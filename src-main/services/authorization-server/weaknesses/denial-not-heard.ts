import type { Weakness } from '#main/platform/pipeline.ts';
import type { InteractionContext } from '../authorize/context.ts';

/** Looks only whether the page was answered. */
export const denialNotHeard: Weakness<InteractionContext> = {
  id: 'denial-not-heard',
  pipeline: 'authorize.consent',
  step: 'user-allows',
  title: 'Every answer of the consent page taken for a yes',
  clause: 'RFC 6749 §4.1.2.1',
  instead: () => undefined,
};
