import { z } from 'zod';

const common = {
  /** Id of the step whose answers are looked at. */
  step: z.string(),
  /** Only recommended: what fails is a WARNING. */
  isShould: z.boolean().optional(),
  /** Only our own server promises this: of others nothing is said. */
  isOwnRule: z.boolean().optional(),
  /** The method is the attack: 404 and 405 refuse it where the control used the address by another one. */
  ofMethod: z.boolean().optional(),
};

/** A text, or a pattern between slashes. */
const expected = z.string();

/** The checks, as data: on the wire, on side effects, and on the usefulness of leaked values. */
export const attackCheckSchema = z.discriminatedUnion('check', [
  /** The answer has one of the forms of the catalogue: PAGE, REDIR(error), J400(error), RS401(error), OK, TOKENS, CALLBACK, REFUSED, … */
  z.object({ check: z.literal('answer'), ...common, is: z.union([z.string(), z.array(z.string()).min(1)]) }),
  z.object({
    check: z.literal('status'),
    ...common,
    in: z.array(z.int()).min(1),
    /** Each answer of the step, those on the way to the last one too. */
    every: z.boolean().optional(),
  }),
  /** A header is there and its value fits, or (`absent`) it is in no answer of the step. */
  z.object({
    check: z.literal('header'),
    ...common,
    name: z.string(),
    matches: expected.optional(),
    absent: z.boolean().optional(),
    /** A header that is not there is no fault: only a wrong one is. */
    orAbsent: z.boolean().optional(),
  }),
  /** No site but the server's own may frame the page. */
  z.object({ check: z.literal('frames'), ...common }),
  /** The page loads nothing from other sites, which would learn where the browser is. */
  z.object({ check: z.literal('loads'), ...common }),
  /** Scripts cannot read the cookies that are set, and other sites do not make the browser send them. */
  z.object({ check: z.literal('cookies'), ...common }),
  /** Texts that the body holds, or must not hold. */
  z.object({
    check: z.literal('body'),
    ...common,
    /** Only HTML counts: no browser runs markup in anything else. */
    inPage: z.boolean().optional(),
    has: z.array(expected).default([]),
    lacks: z.array(expected).default([]),
  }),
  /** The answer of a step that asks says that a token is good, or that it is not; `scope`: what its scope is told to be. */
  z.object({
    check: z.literal('token-state'),
    ...common,
    is: z.enum(['active', 'inactive']),
    scope: expected.optional(),
  }),
  /** Members of a JSON answer: value, pattern, or null for absent. */
  z.object({
    check: z.literal('json'),
    ...common,
    members: z.record(z.string(), z.union([expected, z.number(), z.boolean(), z.null()])),
  }),
  /**
   * Parameters of the authorization response: value, pattern, or null for absent. `in` gives their required
   * location.
   */
  z.object({
    check: z.literal('callback'),
    ...common,
    parameters: z.record(z.string(), expected.nullable()).default({}),
    in: z.enum(['query', 'fragment', 'form', 'any']).default('any'),
    /** A parameter that is not there is no fault: only a wrong one is. */
    orAbsent: z.boolean().default(false),
  }),
  /** Every header line of every answer of the step is one that was meant: nothing was injected. */
  z.object({ check: z.literal('no-injection'), ...common, lacks: z.string() }),
  /** Of many attempts just so many succeed. */
  z.object({
    check: z.literal('successes'),
    ...common,
    atLeast: z.int().default(0),
    atMost: z.int(),
  }),
  /** The answers of several steps cannot be told apart. */
  z.object({
    check: z.literal('same'),
    ...common,
    as: z.array(z.string()).min(1),
    of: z.enum(['answer', 'error']).default('answer'),
  }),
  /** After many attempts the server slows down or refuses. */
  z.object({ check: z.literal('throttled'), ...common, within: z.int().positive() }),
  /** A token response grants nothing of what was asked for beyond these words; without a scope it grants all. RFC 6749 §5.1 */
  z.object({ check: z.literal('granted'), ...common, within: expected, asked: expected }),
  /** Values of many answers cannot be guessed: entropy in bits, no order. */
  z.object({
    check: z.literal('entropy'),
    ...common,
    member: z.string(),
    bits: z.number().positive().default(128),
  }),
  /** Two series that were sent in pairs take the same time. `reset`: the step that has to work between them. */
  z.object({ check: z.literal('timing'), ...common, as: z.string(), reset: z.string().optional() }),
  /** Answered within this time, in milliseconds. */
  z.object({ check: z.literal('in-time'), ...common, millis: z.number().positive() }),
  /** Side effect: so many codes or tokens were issued while this step was done. Only of the hosted server. */
  z.object({ check: z.literal('issued'), ...common, atMost: z.int().default(0) }),
  /** Side effect: an audit event came while this step was done. Only of the hosted server. */
  z.object({ check: z.literal('event'), ...common, type: z.string(), absent: z.boolean().optional() }),
  /** Nobody called the canary. */
  z.object({ check: z.literal('silent'), ...common }),
  /** The requests received by the malicious server at an endpoint: none, or some. */
  z.object({
    check: z.literal('received'),
    ...common,
    endpoint: z.enum(['authorization', 'token', 'resource', 'metadata']),
    atMost: z.int().default(0),
  }),
  /** No secret of the run lies in logs, records, exports or errors. Only of the hosted server. */
  z.object({ check: z.literal('no-secrets'), ...common }),
  /** The registration of this document is refused, or a rule of the client lint speaks against it. Only of the hosted server. */
  z.object({
    check: z.literal('registration-refused'),
    ...common,
    document: z.record(z.string(), z.unknown()),
  }),
  /** The client's own behaviour cannot be told by a machine: a person has to look. */
  z.object({ check: z.literal('review'), ...common, question: z.string() }),
]);

export type AttackCheck = z.infer<typeof attackCheckSchema>;
export type CheckOf<Name extends AttackCheck['check']> = Extract<AttackCheck, { check: Name }>;
