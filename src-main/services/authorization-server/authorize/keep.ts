import { unavailable } from '../errors.ts';
import { isKept } from '../keeping.ts';
import type { FrontContext } from './context.ts';

/**
 * Ensures that the stored changes of a run are on disk where that is required before the answer. If that
 * fails, the client gets an error and nothing is handed out; returns the success. RFC 6749 §4.1.2.1
 */
export async function keep(context: FrontContext): Promise<boolean> {
  if (!context.mustCommit || (await isKept(context.runtime))) return true;
  context.responseParameters = null;
  context.location = null;
  context.failure = unavailable('The server cannot store data at the moment');
  return false;
}
