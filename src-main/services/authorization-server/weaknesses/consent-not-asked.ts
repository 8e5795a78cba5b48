import type { Weakness } from '#main/platform/pipeline.ts';
import type { InteractionContext } from '../authorize/context.ts';
import { consentHolder } from '../subject.ts';
import { found } from '../token/context.ts';

/** Remembers a consent that nobody gave and goes on. */
export const consentNotAsked: Weakness<InteractionContext> = {
  id: 'consent-not-asked',
  pipeline: 'authorize.sign-in',
  step: 'issue-or-ask',
  title: 'Consent taken for granted',
  clause: 'RFC 6749 §10.2',
  instead: (context, original) => {
    const { subject, request } = found(context.transaction);
    const { clientId, scopes } = request;
    context.runtime.consents.grant(consentHolder(found(subject)), clientId, scopes, context.nowMillis);
    return original();
  },
};
