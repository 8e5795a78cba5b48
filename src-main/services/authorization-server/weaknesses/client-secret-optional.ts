import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { TokenContext } from '../token/context.ts';
import { takeClient } from './take-client.ts';

/** Takes a confidential client by its client_id alone, and compares the secret only where one is sent. */
export const clientSecretOptional: Weakness<TokenContext> = {
  id: 'client-secret-optional',
  pipeline: 'token.*',
  step: 'client-authenticated',
  title: 'Client secret may be left out',
  clause: 'RFC 6749 §3.2.1',
  instead: (context, original) => {
    const sendsNone =
      context.request.headers.authorization === undefined &&
      formValue(context.form, 'client_secret') === undefined;
    return sendsNone ? takeClient(context, original) : original();
  },
};
