import { z } from 'zod';

/** The party of a case whose credentials an edit is about: `b`; the empty name is the run's own. */
const partySchema = z.string().regex(/^[a-z]*$/);

const credentials = {
  op: z.literal('credentials'),
  /** The party that the request is of. */
  of: partySchema.default(''),
};

/**
 * An edit of the credentials in a request, in terms that hold however the client authenticates: HTTP Basic, secret in
 * the form, signed assertion or certificate. Each way makes its own request of it.
 */
export const credentialEditSchema = z.discriminatedUnion('be', [
  /** No credentials; the name of the client stays. RFC 6749 §3.2.1 */
  z.object({ ...credentials, be: z.literal('absent') }),
  /** Neither credentials nor the name of the client. */
  z.object({ ...credentials, be: z.literal('removed') }),
  /** Right but for their secret part, where the client has it. */
  z.object({ ...credentials, be: z.literal('wrong') }),
  z.object({ ...credentials, be: z.literal('wrong in header') }),
  z.object({ ...credentials, be: z.literal('wrong in form') }),
  /** Of a client that nobody registered. */
  z.object({ ...credentials, be: z.literal('unknown client') }),
  /** In the query instead of where they belong. RFC 6749 §2.3.1 */
  z.object({ ...credentials, be: z.literal('in query') }),
  /** A second way of authenticating beside the first. RFC 6749 §2.3 */
  z.object({ ...credentials, be: z.literal('twice') }),
  /** Of another party, in its own way of authenticating. */
  z.object({ ...credentials, be: z.literal('other client'), party: partySchema }),
  /** The client's own, beside the name of another one. RFC 6749 §3.2.1, RFC 7521 §4.2 */
  z.object({ ...credentials, be: z.literal('with other name'), party: partySchema }),
]);

export type CredentialEdit = z.infer<typeof credentialEditSchema>;

/** Makes a step of a case carry the credentials of a party, in the way in which that client authenticates. */
export const authenticateSchema = partySchema.optional();
