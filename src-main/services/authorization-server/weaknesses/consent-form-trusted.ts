import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, isRedirectUri, parseScope } from '#shared/oauth/index.ts';
import type { InteractionContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Grants what the posted form says, not what the person was shown. */
export const consentFormTrusted: Weakness<InteractionContext> = {
  id: 'consent-form-trusted',
  pipeline: 'authorize.consent',
  step: 'issue',
  title: 'Consent form decides what is granted',
  clause: 'RFC 6749 §3.3',
  instead: (context, original) => {
    const transaction = found(context.transaction);
    const { request } = transaction;
    const scope = parseScope(formValue(context.form, 'scope') ?? '') ?? [];
    const redirectUri = formValue(context.form, 'redirect_uri');
    context.transaction = {
      ...transaction,
      request: {
        ...request,
        ...(scope.length === 0 ? {} : { scopes: scope }),
        ...(redirectUri === undefined || !isRedirectUri(redirectUri) ? {} : { redirectUri }),
      },
    };
    return original();
  },
};
