import { unavailable } from '../errors.ts';
import { isKept } from '../keeping.ts';
import type { FrontContext } from './context.ts';

/**
 * Has on disk what a run stored, where it has to be there before the answer. Where that fails the client is told so, and
 * nothing of it is handed out; gives whether it went well. RFC 6749 §4.1.2.1
 */
export async function keep(context: FrontContext): Promise<boolean> {
  if (!context.mustCommit || (await isKept(context.runtime))) return true;
  context.responseParameters = null;
  context.location = null;
  context.failure = unavailable('The server cannot keep anything at the moment');
  return false;
}
