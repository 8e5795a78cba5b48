import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Takes tokens that are meant for other resource servers: one that is hostile can use them here. */
export const audienceNotChecked: Weakness<ResourceContext> = {
  id: 'audience-not-checked',
  pipeline: 'orders',
  step: 'audience-asked',
  title: 'Audience of the token not checked',
  clause: 'RFC 9700 §4.10.2',
  instead: (context) => void (context.audience = null),
  alongside: { 'audience-named': () => undefined },
};
