import { z } from 'zod';
import { requestEditSchema, scriptStepSchema } from '../flows/index.ts';
import { attackCheckSchema } from './checks/schema.ts';
import { authenticateSchema, credentialEditSchema } from './credentials.ts';

/** The requirements of a case on its target; a target that lacks one of them is skipped with this reason. */
export const attackNeeds = {
  hosted: 'the hosted server as its target, because the test uses its clock, data or registrations',
  confidential: 'a confidential client',
  second: 'a second confidential client',
  public: 'a public client',
  implicit: 'a client with the implicit grant',
  user: 'a user with a known password',
  'second-user': 'a second user with a known password',
  batch: 'a client with the client credentials grant',
  signer: 'a client with the client credentials grant that authenticates with private_key_jwt',
  'second-signer': 'a second client with a key',
  password: 'a client with the password grant',
  refresh: 'refresh tokens',
  'public-refresh': 'a public client with refresh tokens',
  scopes: 'a client with two scopes',
  saml: 'the SAML bearer grant and a trusted issuer',
  'jwt-grant': 'the JWT bearer grant and a trusted issuer',
  'id-jag': 'ID-JAGs, and a trusted issuer of them',
  validate: 'validate_bearer and a resource server that may use it',
  oracle: 'a way to validate a token: validate_bearer, introspection or userinfo',
  registration: 'an endpoint where clients register (`registration_endpoint` in its metadata)',
  'end-session': 'an endpoint for sign-outs (`end_session_endpoint` in its metadata)',
  openid: 'a confidential client with the scope openid',
  push: 'an endpoint for pushed authorization requests',
  'object-signer':
    'a client with a key that may send request objects (`request_parameter_supported` in its metadata)',
  exchanger: 'a client with the token exchange grant',
  jarm: 'signed authorization responses (`response_modes_supported` in its metadata)',
  dpop: 'DPoP (`dpop_signing_alg_values_supported` in its metadata)',
  introspection: 'an introspection endpoint',
  revocation: 'a revocation endpoint',
  resource: 'a resource server that accepts its tokens (`resource` in its file)',
  samples: 'the sample resource server',
  application: 'an application that signs people in (`application` in the file of the server)',
  onward: 'an address of the application that redirects to a URL in its parameter (`application.onward`)',
  jwt: 'access tokens in JWT format',
  canary: 'a server on this machine: a remote server cannot reach the address that it must not fetch',
  disruptive: 'permission to lock accounts and to load the server (--disruptive)',
} as const;

const needSchema = z.enum(Object.keys(attackNeeds) as [AttackNeed, ...AttackNeed[]]);

/** Parts that a case plays: the registration behind the names `client_id`, `redirect_uri`, … */
export const attackRoles = [
  'web',
  'web-one',
  'web-query',
  'web-two',
  'other',
  'native',
  'native-scheme',
  'spa',
  'batch',
  'signer',
  'other-signer',
  'legacy',
  'federated',
  'orders-api',
  'jwt-web',
  'jwt-batch',
  'markup',
  'odd-secret',
  'named-as-user',
  'application',
  'untrusted',
  'script-scheme',
  'openid-web',
  'bound',
  'exchanger',
  'object-signer',
  'proxied',
  // Others would be taken for its like: a demand on one client is met for the next ones.
  'pusher',
  'agent',
  'other-agent',
  'mcp-client',
] as const;
const roleSchema = z.enum(attackRoles);

/** The flow that a case begins with: one of the flows of the debugger, played by a role. */
const baseSchema = z.object({
  flow: z.string(),
  role: roleSchema,
  /** Name of the user in the range: `ann`, `bob`; null: nobody. */
  user: z.string().nullable().default('ann'),
  /** Id of the last step of the flow that is played; absent: all of it but the use of the token. */
  upTo: z.string().optional(),
  responseType: z.string().optional(),
  responseMode: z.string().optional(),
});

/** Further parties, by the prefix of their values: `b.client_id`. */
const partiesSchema = z.record(
  z.string(),
  z.object({ role: roleSchema, user: z.string().nullable().default(null) }),
);

/** A change to a request in a case: a general request edit, or an edit of its credentials. */
const attackEditSchema = z.union([requestEditSchema, credentialEditSchema]);

/** A step of the case's own. */
const ownStepSchema = z.intersection(
  scriptStepSchema,
  z.object({ authenticate: authenticateSchema, edits: z.array(attackEditSchema).optional() }),
);

/** Asks whether a token is good, by the way that the target has. RFC 7662, OpenID Connect Core §5.3, specification 1 §4.3 */
const askStepSchema = z.strictObject({
  /** The token: a template. */
  ask: z.string(),
  id: z.string(),
  after: z.string().optional(),
  /** The token is used as an access token: introspection takes others too. RFC 7662 §2.1 */
  isUsed: z.boolean().optional(),
});

/** A step that is like one of the base flow, with edits and other members: the same request once more, by another client, … */
const likeSchema = z.looseObject({
  like: z.string(),
  id: z.string(),
  edits: z.array(attackEditSchema).default([]),
  after: z.string().optional(),
  /** Edits that make it the request of an honest client, from which it has to differ; absent: that of the base flow. */
  honest: z.array(attackEditSchema).optional(),
  /** The reason why nothing is attacked where it is that request; absent: a general one. */
  whenSame: z.string().optional(),
});

/** One way in which a case attacks. */
export const attackVariantSchema = z.object({
  name: z.string(),
  /** Further needs of this way alone; at a target that lacks one it is skipped. */
  needs: z.array(needSchema).default([]),
  /** The flow that is changed; absent: the variant has steps of its own alone. */
  base: baseSchema.optional(),
  parties: partiesSchema.default({}),
  /** Edits of the requests of the base flow, by the id of the step. */
  edits: z.record(z.string(), z.array(attackEditSchema)).default({}),
  /** Changes to other members of steps of the base flow, by the id of the step. */
  change: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  /** Steps behind those of the base flow (or behind a step of it), or all of them. */
  steps: z
    .array(
      z.union([
        askStepSchema,
        likeSchema,
        z.intersection(ownStepSchema, z.object({ after: z.string().optional() })),
      ]),
    )
    .default([]),
  /** Step from which on refusals are the answer that is looked for; absent: the first that is edited or added. */
  attack: z.string().optional(),
  /** The control that must work for the verdict to mean anything; absent: the base flow as it is. */
  control: z
    .object({
      base: baseSchema.optional(),
      steps: z.array(z.union([askStepSchema, ownStepSchema])).default([]),
      checks: z.array(attackCheckSchema).default([]),
      parties: partiesSchema.default({}),
    })
    .optional(),
  expect: z.array(attackCheckSchema).min(1),
});

export const attackCaseSchema = z.object({
  id: z.string().regex(/^[A-Z]{2}-\d\d$/),
  title: z.string(),
  clauses: z.array(z.string()).min(1),
  /** Numbers of the weaknesses in the Common Weakness Enumeration. */
  cwe: z.array(z.int().positive()).default([]),
  /** Other names under which people search for the attack. */
  aliases: z.array(z.string().min(1).max(100)).max(20).default([]),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  about: z.enum(['authorization-server', 'client', 'resource-server']),
  needs: z.array(needSchema).default([]),
  /** Only recommended: what fails is a WARNING. */
  isShould: z.boolean().default(false),
  /** The attacker's gain, in a sentence or two. */
  explain: z.string(),
  /** The remedy. */
  fix: z.string(),
  variants: z.array(attackVariantSchema).min(1),
});

/** One file of the catalogue. */
export const attackFileSchema = z.object({
  group: z.string(),
  title: z.string(),
  cases: z.array(attackCaseSchema).min(1),
});

export type AttackNeed = keyof typeof attackNeeds;
export type AttackRole = z.infer<typeof roleSchema>;
export type AttackEdit = z.infer<typeof attackEditSchema>;
export type AskStep = z.infer<typeof askStepSchema>;
export type OwnStep = z.infer<typeof ownStepSchema>;
export type AttackBase = z.infer<typeof baseSchema>;
export type AttackVariant = z.infer<typeof attackVariantSchema>;
export type AttackCase = z.infer<typeof attackCaseSchema>;
export type AttackFile = z.infer<typeof attackFileSchema>;
