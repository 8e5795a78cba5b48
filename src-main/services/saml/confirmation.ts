import { checkWindow, type Moment } from './conditions.ts';
import { attributeOf, childrenNamed, onlyChild } from './dom.ts';
import { bearerMethod, samlNamespace } from './names.ts';
import { known, type SamlRun } from './run.ts';
import { refusal, SamlError } from './saml-error.ts';

/**
 * Ensures that the bearer of the assertion may use it, here and now; one valid confirmation is enough. The
 * end of its validity may be given here or in the conditions. RFC 7522 §3 (5), (6)
 * @throws SamlError
 * confirmation
 */
export function confirmationStep(run: SamlRun, recipients: readonly string[], moment: Moment): void {
  const subject = onlyChild(known(run.content), samlNamespace, 'Subject', 'confirmation');
  const confirmations = childrenNamed(subject, samlNamespace, 'SubjectConfirmation');
  const methods = confirmations.map((each) => attributeOf(each, 'Method') ?? 'none');
  const bearers = confirmations.filter((each) => attributeOf(each, 'Method') === bearerMethod);
  let failure = refusal(
    'confirmation',
    'The subject has no bearer confirmation.',
    bearerMethod,
    methods.join(' ') || 'none',
  );
  for (const bearer of bearers) {
    try {
      run.notOnOrAfterMillis = checkBearer(bearer, run.notOnOrAfterMillis, recipients, moment);
      return;
    } catch (error) {
      if (!(error instanceof SamlError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Returns when the assertion is over, in milliseconds: whichever end comes first. */
function checkBearer(
  confirmation: Element,
  conditionsEndMillis: number | null,
  recipients: readonly string[],
  moment: Moment,
): number {
  const data = onlyChild(confirmation, samlNamespace, 'SubjectConfirmationData', 'confirmation');
  const recipient = attributeOf(data, 'Recipient');
  if (recipient === undefined || !recipients.includes(recipient)) {
    throw refusal('confirmation', 'The recipient does not match.', recipients.join(' '), recipient ?? 'none');
  }
  const ends = [checkWindow(data, moment, 'confirmation'), conditionsEndMillis].filter((end) => end !== null);
  if (ends.length === 0) {
    throw refusal('confirmation', 'The assertion never expires.', 'NotOnOrAfter', 'none');
  }
  return Math.min(...ends);
}
