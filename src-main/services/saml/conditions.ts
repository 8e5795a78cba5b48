import { attributeOf, childElements, childrenNamed, isNamed, onlyChild, textOf } from './dom.ts';
import { instantOf, instantText, parseInstant } from './instant.ts';
import { samlNamespace } from './names.ts';
import { known, type SamlRun } from './run.ts';
import { refusal, type SamlStep } from './saml-error.ts';

/** Conditions that are understood. One that is not makes the assertion's validity unknown. SAML 2.0 Core §2.5.1.1 */
const understood = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];

/** A moment, and how far clocks may differ. */
export interface Moment {
  readonly nowMillis: number;
  readonly skewSeconds: number;
}

/**
 * Sees that an element's time has come and is not over, and notes its end. RFC 7522 §3 (4)
 * @throws SamlError
 */
export function checkWindow(
  element: Element,
  { nowMillis, skewSeconds }: Moment,
  step: SamlStep,
): number | null {
  const notBefore = instantOf(element, 'NotBefore', step);
  const notOnOrAfter = instantOf(element, 'NotOnOrAfter', step);
  const skewMillis = skewSeconds * 1_000;
  const now = `${instantText(nowMillis)} ± ${skewSeconds} s`;
  const { localName } = element;
  if (notBefore !== null && notOnOrAfter !== null && notBefore >= notOnOrAfter) {
    const got = `${instantText(notBefore)} to ${instantText(notOnOrAfter)}`;
    throw refusal(step, `The validity period of ${localName} is empty.`, undefined, got);
  }
  if (notBefore !== null && nowMillis + skewMillis < notBefore) {
    throw refusal(
      step,
      `${localName}: the assertion is not valid yet.`,
      `from ${instantText(notBefore)}`,
      now,
    );
  }
  if (notOnOrAfter !== null && nowMillis - skewMillis >= notOnOrAfter) {
    throw refusal(
      step,
      `${localName}: the assertion has expired.`,
      `before ${instantText(notOnOrAfter)}`,
      now,
    );
  }
  return notOnOrAfter;
}

/**
 * Sees that the assertion is valid now, and that nothing else is asked that is not understood. RFC 7522 §3 (4), (6)
 * @throws SamlError conditions
 */
export function conditionsStep(run: SamlRun, moment: Moment): void {
  const conditions = onlyChild(known(run.content), samlNamespace, 'Conditions', 'conditions');
  for (const child of childElements(conditions)) {
    if (understood.some((name) => isNamed(child, samlNamespace, name))) continue;
    throw refusal(
      'conditions',
      'The assertion has an unknown condition.',
      understood.join(' '),
      child.tagName,
    );
  }
  run.notOnOrAfterMillis = checkWindow(conditions, moment, 'conditions');
  run.issuedAtMillis = parseInstant(attributeOf(known(run.content), 'IssueInstant') ?? '');
}

/**
 * Sees that the assertion is meant for this server: every restriction has to name it. RFC 7522 §3 (2)
 * @throws SamlError audience
 */
export function audienceStep(run: SamlRun, audiences: readonly string[]): void {
  const conditions = onlyChild(known(run.content), samlNamespace, 'Conditions', 'audience');
  const restrictions = childrenNamed(conditions, samlNamespace, 'AudienceRestriction');
  if (restrictions.length === 0) {
    throw refusal('audience', 'The assertion has no audience.', audiences.join(' '), 'none');
  }
  const named = restrictions.map((restriction) =>
    childrenNamed(restriction, samlNamespace, 'Audience').map((audience) => textOf(audience, 'audience')),
  );
  for (const restriction of named) {
    if (restriction.some((audience) => audiences.includes(audience))) continue;
    throw refusal(
      'audience',
      'The assertion is for another audience.',
      audiences.join(' '),
      restriction.join(' '),
    );
  }
  run.audiences = [...new Set(named.flat())];
}
