import type * as Jose from 'jose';

/** The library for keys and for what others signed: loaded when it is first needed, so that a start does not wait. */
export function loadJose(): Promise<typeof Jose> {
  return import('jose');
}
