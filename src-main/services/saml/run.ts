import type { AssertionEncoding } from './decode.ts';
import type { ParsedDocument } from './parse.ts';

/** Whose assertions are taken, and the certificates that prove them. */
export interface TrustedIssuer {
  /** The Issuer of its assertions, character for character. */
  readonly issuer: string;
  /** PEM texts. Several, so that an issuer can change its key. */
  readonly certificatesPem: readonly string[];
}

/** By which names an assertion may address this server. */
export interface Addressees {
  readonly audiences: readonly string[];
  readonly recipients: readonly string[];
}

export interface AssertionSubject {
  readonly nameId: string;
  /** The URI of the name's format; `unspecified` where the assertion says none. */
  readonly format: string;
}

export type AssertionAttributes = Readonly<Record<string, string | readonly string[]>>;

/**
 * One assertion on its way through the steps; each fills in its results. Values that an earlier step leaves
 * in `claimed` are unproven and only there to be refused: values are read from `content` alone.
 */
export interface SamlRun<Issuer extends TrustedIssuer = TrustedIssuer> {
  encoding: AssertionEncoding | null;
  xml: string | null;
  /** The document as it came. */
  parsed: ParsedDocument | null;
  /** The assertion in it, unproved. */
  claimed: Element | null;
  issuer: Issuer | null;
  /** The assertion, parsed anew from the bytes that the issuer signed. */
  content: Element | null;
  id: string | null;
  algorithm: string | null;
  subject: AssertionSubject | null;
  attributes: AssertionAttributes | null;
  authnInstantMillis: number | null;
  /** When the issuer says it was made, in milliseconds; null where it does not say. */
  issuedAtMillis: number | null;
  audiences: readonly string[];
  /** The first instant at which the assertion is over, in milliseconds; null where nothing said so yet. */
  notOnOrAfterMillis: number | null;
}

/** Creates the state of one assertion. All members are there from the start, so that all runs have one shape. */
export function createSamlRun<Issuer extends TrustedIssuer = TrustedIssuer>(): SamlRun<Issuer> {
  return {
    encoding: null,
    xml: null,
    parsed: null,
    claimed: null,
    issuer: null,
    content: null,
    id: null,
    algorithm: null,
    subject: null,
    attributes: null,
    authnInstantMillis: null,
    issuedAtMillis: null,
    audiences: [],
    notOnOrAfterMillis: null,
  };
}

/** Returns a value that an earlier step found. @throws Error if steps are in the wrong order */
export function known<T>(value: T | null): T {
  if (value === null) throw new Error('A step ran before the step that it depends on');
  return value;
}
