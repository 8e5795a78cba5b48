import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { invalidRequest } from '../errors.ts';

/** Refuses requests with parameters that it does not know, those of extensions included. */
export const unknownParameterRefused: Weakness<AuthorizeContext> = {
  id: 'unknown-parameter-refused',
  pipeline: 'authorize',
  step: 'parameters-readable',
  title: 'Unknown parameters refused',
  clause: 'RFC 6749 §3.1',
  instead: (context, original) => {
    const unknown = context.form.fields.find(({ name }) => !known.has(name));
    if (unknown !== undefined) throw invalidRequest('Unknown parameter.', { got: unknown.name });
    return original();
  },
};

const known: ReadonlySet<string> = new Set(
  (
    'client_id response_type redirect_uri scope state response_mode nonce prompt code_challenge code_challenge_method ' +
    'max_age login_hint ui_locales display id_token_hint acr_values claims request request_uri resource audience'
  ).split(' '),
);
