import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Takes the first token that it comes upon, whatever else was sent. */
export const manyTokensTaken: Weakness<ResourceContext> = {
  id: 'many-tokens-taken',
  pipeline: 'orders',
  step: 'one-method',
  title: 'Several tokens in one request accepted',
  clause: 'RFC 6750 §2',
  instead: (context, original) => {
    const [first] = context.sent;
    if (first === undefined) return original();
    context.bearer = first;
    return undefined;
  },
};
