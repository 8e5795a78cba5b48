import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidGrant } from '../errors.ts';
import type { TokenContext } from '../token/context.ts';
import { isRevoked } from '../tokens/token-state.ts';

/** Tells whoever asks whether a token expired, was revoked or never was. */
export const validationTellsStates: Weakness<TokenContext> = {
  id: 'validation-tells-states',
  pipeline: 'token.validate_bearer',
  step: 'token-known',
  title: 'Validation tells why a token is not good',
  clause: 'RFC 7662 §4',
  instead: (context, original) => {
    const token = context.runtime.accessTokens.find(formValue(context.form, 'token') ?? '');
    if (token === undefined) throw invalidGrant('No such token was issued.');
    if (isRevoked(token)) throw invalidGrant('The token was revoked.');
    return original();
  },
};
