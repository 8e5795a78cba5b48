import type { Step } from '#main/platform/pipeline.ts';
import { consentHolder } from '../subject.ts';
import { required } from '../token/context.ts';
import type { FrontContext } from './context.ts';

/** A consent to another document is none: where answers go, the keys or the name are others now. */
export const consentCurrentStep: Step<FrontContext> = {
  id: 'consent-current',
  rule: 'Remembered consent is for the document as it is',
  clause: 'draft-ietf-oauth-client-id-metadata-document-02 §8.4',
  applies: isOfDocument,
  isUnlisted: true,
  check: voidFormer,
  describe: ({ hasVoided }) =>
    hasVoided
      ? 'Remembered consent is void: redirect URIs, keys or name of the client changed'
      : 'Remembered consent is for the document as it is',
};

function isOfDocument({ transaction, runtime }: FrontContext): boolean {
  if (transaction === null || transaction.subject === null) return false;
  return runtime.registrations().client(transaction.request.clientId)?.documentHash !== undefined;
}

function voidFormer(context: FrontContext): void {
  const { runtime } = context;
  const { subject, request } = required(context.transaction);
  const holder = consentHolder(required(subject));
  const former = runtime.consents.find(holder, request.clientId);
  const current = runtime.registrations().client(request.clientId)?.documentHash;
  if (former === undefined || former.documentHash === current) return;
  runtime.consents.withdraw(holder, request.clientId);
  context.hasVoided = true;
  context.mustCommit = true;
}
