import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, isRedirectUri } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Sends the browser wherever a request says, though nobody knows the client: an open redirector. */
export const clientUnknownRedirected: Weakness<AuthorizeContext> = {
  id: 'client-unknown-redirected',
  pipeline: 'authorize',
  step: 'client-known',
  title: 'Errors of unknown clients redirected',
  clause: 'RFC 6749 §4.1.2.1',
  instead: (context, original) => {
    const { form, runtime } = context;
    const isKnown = runtime.registrations().client(formValue(form, 'client_id') ?? '') !== undefined;
    const uri = formValue(form, 'redirect_uri');
    if (!isKnown && uri !== undefined && isRedirectUri(uri)) context.redirectUri = uri;
    return original();
  },
};
