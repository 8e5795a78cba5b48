import type { Weakness } from '#main/platform/pipeline.ts';
import type { BackContext } from '../token/context.ts';

/** Lets public clients try tokens out. */
export const introspectionOpen: Weakness<BackContext> = {
  id: 'introspection-open',
  pipeline: 'introspect',
  step: 'caller-confidential',
  title: 'Introspection for anybody',
  clause: 'RFC 7662 §4',
  instead: () => undefined,
};
