import { z } from 'zod';
import { keyAlgorithms } from '../tokens/algorithms.ts';
import { calledUrlSchema } from './called-url.ts';
import { publicKeySetSchema } from './key-set.ts';

/** Kinds of JWTs that an issuer makes: authorization grants of any kind, or ID-JAGs alone. RFC 7523 §2.1 */
export const jwtIssuerProfiles = ['jwt-bearer', 'id-jag'] as const;
export type JwtIssuerProfile = (typeof jwtIssuerProfiles)[number];

/** `oauth/jwt-issuers/<name>.json`: an issuer whose JWTs are exchanged for tokens. RFC 7523 §3 */
export const jwtIssuerFileSchema = z
  .looseObject({
    issuer: z.string().min(1).describe('Issuer of the JWTs, compared character by character.'),
    profile: z
      .enum(jwtIssuerProfiles)
      .default('jwt-bearer')
      .describe(
        '`jwt-bearer`: JWTs as authorization grants. `id-jag`: only ID-JAGs, which the server setting `idJag` enables.',
      ),
    jwks: publicKeySetSchema('issuer').optional().describe('Public keys of the issuer. RFC 7517 §5'),
    jwks_uri: calledUrlSchema.optional().describe('URL of the public keys of the issuer, instead of `jwks`.'),
    algorithms: z
      .array(z.enum(keyAlgorithms))
      .min(1)
      .optional()
      .describe('Accepted signature algorithms. Default: all with public keys. RFC 8725 §3.1'),
    subject: z
      .enum(['user', 'any'])
      .default('user')
      .describe(
        '`user`: the subject must be a user of the workspace. `any`: every subject is accepted, with its claims.',
      ),
    subject_claim: z
      .string()
      .min(1)
      .optional()
      .describe('Claim with the user name, instead of `sub`. `sub` is still required.'),
  })
  .refine((issuer) => (issuer.jwks === undefined) !== (issuer.jwks_uri === undefined), {
    path: ['jwks_uri'],
    error: 'An issuer has either jwks or jwks_uri. Set exactly one of them.',
  });

/** A trusted issuer of JWTs as the authorization server uses it. */
export interface JwtIssuer {
  /** The name of its file. */
  readonly name: string;
  readonly issuer: string;
  readonly profile: JwtIssuerProfile;
  readonly keys: {
    readonly inline: readonly Readonly<Record<string, unknown>>[];
    /** Where the issuer publishes its keys instead; undefined: nowhere. */
    readonly uri: string | undefined;
  };
  /** Undefined: every algorithm with a public key. */
  readonly algorithms: readonly string[] | undefined;
  readonly subject: 'user' | 'any';
  readonly subjectClaim: string | undefined;
}
