import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Trusts a validation as long as it runs: what is revoked or over still opens. */
export const validationKeptForEver: Weakness<ResourceContext> = {
  id: 'validation-kept-for-ever',
  pipeline: 'orders',
  step: 'validation-fresh',
  title: 'Validations kept without end',
  clause: 'RFC 7662 §4',
  instead: (context, original) => {
    context.cacheSeconds = Number.POSITIVE_INFINITY;
    return original();
  },
};
