import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Leaves it to caches on the way what they keep of an answer. */
export const queryTokenCacheable: Weakness<ResourceContext> = {
  id: 'query-token-cacheable',
  pipeline: 'orders',
  step: 'answer-private',
  title: 'Answers may be kept by shared caches',
  clause: 'RFC 6750 §2.3',
  instead: (context) => void (context.cacheControl = null),
};
