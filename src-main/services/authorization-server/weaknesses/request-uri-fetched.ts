import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { fetchObject, takeObject } from '../authorize/request-object-steps.ts';

/** Fetches whatever address a request names, within its own network too. */
export const requestUriFetched: Weakness<AuthorizeContext> = {
  id: 'request-uri-fetched',
  pipeline: 'authorize',
  step: 'request-object-read',
  title: 'Any request_uri fetched',
  clause: 'RFC 9101 §10.4.1',
  instead: async (context, original) => {
    const uri = formValue(context.form, 'request_uri');
    if (uri === undefined || URL.parse(uri) === null) return original();
    takeObject(context, await fetchObject(context, uri));
  },
};
