import { parsedJson } from '../text/decoding.ts';
import { isJsonObject } from '../workspace/json-pointer.ts';
import type { Profile } from '../workspace/services/profile.ts';
import { expectedPattern, readyPattern } from './expected-pattern.ts';

/** The request that an answer is for. */
export interface WireRequest {
  readonly method: string;
  /** Server and path, without the port, which is another one in each play: `as /oauth/token`. */
  readonly address: string;
  /** Credentials stood in the Authorization header. */
  readonly hasAuthorization: boolean;
}

/** One answer, as an oracle sees it. */
export interface WireResponse {
  /** Null: there was none. */
  readonly status: number | null;
  /** Name, value, name, value, … */
  readonly headers: readonly string[];
  readonly body: string;
  readonly failure: string | null;
  readonly durationMillis: number;
  readonly exchangeId: string;
  readonly request: WireRequest;
}

/** How a walk through the front channel ended. */
export type WireEnd =
  | { readonly end: 'callback'; readonly url: string; readonly form: string | null }
  | { readonly end: 'page' | 'failure'; readonly message: string };

/** The evidence that the hosted server provides about itself. */
export interface HostedEvidence {
  /** Types of audit events while the step was done, in order. */
  eventsDuring(stepId: string): readonly string[];
  /** Where secrets of the run were found that should lie nowhere. */
  leaks(): readonly string[];
  /** Returns the reasons against registering a client; empty: none. */
  registrationProblems(document: Readonly<Record<string, unknown>>): readonly string[];
}

/** All that is known of a run when it is judged. */
export interface Evidence {
  readonly responses: (stepId: string) => readonly WireResponse[];
  readonly ends: (stepId: string) => WireEnd | undefined;
  /** The step whose refusal kept another one from being sent; null: it was sent, or had no need to be. */
  readonly blockedBy: (stepId: string) => string | null;
  /** True if the flow as it should be got a 2xx or 3xx at an address by this method; by any method where none is given. */
  readonly isKnown: (address: string, method?: string) => boolean;
  /** A value of the run; undefined where it has none. */
  readonly value: (name: string) => string | undefined;
  readonly issuer: string;
  readonly redirectUri: string | null;
  /** True if the server declares that its answers carry `iss`. RFC 9207 §3 */
  readonly namesIssuer: boolean;
  /** Where errors of the implicit grant go. */
  readonly profile: Profile | 'other';
  /** Null: the target is not hosted here. */
  readonly hosted: HostedEvidence | null;
  /** Connections that the canary saw. */
  readonly canaryCalls: () => number;
  readonly received: (endpoint: string) => number;
  /** Fills in the `{{…}}` of an expectation. */
  readonly fill: (template: string) => string;
}

/** The possible outcomes of a check. */
export const checkOutcomes = ['met', 'broken', 'otherwise', 'review', 'unknown', 'inconclusive'] as const;

/** The result of a check. */
export interface CheckResult {
  /**
   * `otherwise`: refused, but not in the words expected; `review`: only a person can say; `unknown`: it cannot be told
   * from this target; `inconclusive`: it could be told, but not from this play.
   */
  readonly outcome: (typeof checkOutcomes)[number];
  readonly expected: string;
  readonly actual: string;
}

/** The value of a header, the first one of its name; null where there is none. */
export function headerOf({ headers }: WireResponse, name: string): string | null {
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index]?.toLowerCase() === name.toLowerCase()) return headers[index + 1] ?? null;
  return null;
}

/** The expected value for a comparison. */
export interface Expectation {
  /** As reports quote it. */
  readonly text: string;
  readonly isPattern: boolean;
  readonly isMetBy: (value: string) => boolean;
}

/**
 * A text, or the pattern between slashes, with its `{{…}}` filled in. Values from a server are literal: they
 * are neither patterns nor parts of one.
 * @throws PatternRefusal
 */
export function expectation(template: string, fill: Evidence['fill']): Expectation {
  const pattern = expectedPattern(template);
  if (pattern !== null) return { isPattern: true, ...readyPattern(pattern, fill) };
  const text = fill(template);
  return { text, isPattern: false, isMetBy: (value) => value === text };
}

/** The body as a JSON object; null where it is none. */
export function jsonOf({ body }: Pick<WireResponse, 'body'>): Readonly<Record<string, unknown>> | null {
  const value = parsedJson(body);
  return isJsonObject(value) ? value : null;
}
