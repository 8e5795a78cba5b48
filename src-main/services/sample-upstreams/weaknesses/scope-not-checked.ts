import type { Weakness } from '#main/platform/pipeline.ts';
import type { ResourceContext } from '../resource/context.ts';

/** Lets every valid token do everything. */
export const scopeNotChecked: Weakness<ResourceContext> = {
  id: 'scope-not-checked',
  pipeline: 'orders',
  step: 'scope-sufficient',
  title: 'Scope of the token not checked',
  clause: 'RFC 6750 §3.1',
  instead: () => undefined,
};
