import { formValue } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { fetchObject, takeObject } from '../authorize/request-object-steps.ts';

/** Fetches the request object at any address that a request names. RFC 9101 §10.4.1 */
export async function fetchAnyObject(
  context: AuthorizeContext,
  original: () => void | Promise<void>,
): Promise<void> {
  const uri = formValue(context.form, 'request_uri');
  if (uri === undefined || URL.parse(uri)?.protocol.startsWith('http') !== true) return original();
  takeObject(context, await fetchObject(context, uri));
}
