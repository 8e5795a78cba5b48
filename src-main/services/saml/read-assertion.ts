import { audienceStep, conditionsStep } from './conditions.ts';
import { confirmationStep } from './confirmation.ts';
import { replayKeyOf } from './replay-key.ts';
import {
  type Addressees,
  type AssertionAttributes,
  type AssertionSubject,
  createSamlRun,
  known,
  type SamlRun,
  type TrustedIssuer,
} from './run.ts';
import { issuerStep, parseStep, shapeStep } from './shape.ts';
import { signatureStep } from './signature.ts';
import { subjectStep } from './subject.ts';

/** An assertion of which every word is proved and in force. */
export interface VerifiedAssertion {
  readonly id: string;
  readonly issuer: string;
  readonly subject: AssertionSubject;
  readonly audiences: readonly string[];
  readonly notOnOrAfterMillis: number;
  readonly attributes: AssertionAttributes;
  /** Null where the assertion does not say. */
  readonly authnInstantMillis: number | null;
  /** When the issuer says it was made, in milliseconds; null where the assertion does not say. */
  readonly issuedAtMillis: number | null;
  readonly algorithm: string;
  /** The key to remember, so that the assertion is taken once. */
  readonly replayKey: string;
  /** Until when, in milliseconds: from then on it is refused as expired. */
  readonly rememberUntilMillis: number;
}

export interface AssertionReading {
  readonly xml: string;
  readonly trust: readonly TrustedIssuer[];
  readonly expected: Addressees;
  readonly nowMillis: number;
  readonly skewSeconds: number;
}

/**
 * Reads an assertion by all steps in their order; whether it was used before is for the caller to see. RFC 7522 §3
 * @throws SamlError with the step that refused
 */
export function readAssertion(reading: AssertionReading): VerifiedAssertion {
  const { xml, trust, expected, nowMillis, skewSeconds } = reading;
  const moment = { nowMillis, skewSeconds };
  const run = createSamlRun();
  run.xml = xml;
  parseStep(run);
  shapeStep(run);
  issuerStep(run, trust);
  signatureStep(run, nowMillis);
  subjectStep(run);
  conditionsStep(run, moment);
  audienceStep(run, expected.audiences);
  confirmationStep(run, expected.recipients, moment);
  return verifiedAssertion(run, skewSeconds);
}

/** Returns the findings of a run that passed all steps. */
export function verifiedAssertion(run: SamlRun, skewSeconds: number): VerifiedAssertion {
  const id = known(run.id);
  const { issuer } = known(run.issuer);
  const notOnOrAfterMillis = known(run.notOnOrAfterMillis);
  return {
    id,
    issuer,
    subject: known(run.subject),
    audiences: run.audiences,
    notOnOrAfterMillis,
    attributes: known(run.attributes),
    authnInstantMillis: run.authnInstantMillis,
    issuedAtMillis: run.issuedAtMillis,
    algorithm: known(run.algorithm),
    replayKey: replayKeyOf(issuer, id),
    rememberUntilMillis: notOnOrAfterMillis + skewSeconds * 1_000,
  };
}
