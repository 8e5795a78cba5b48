import { z } from 'zod';

const pemCertificate = /^\s*-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----\s*$/;

/** `oauth/saml-issuers/<name>.json`: an issuer whose SAML assertions are exchanged for tokens. RFC 7522 §3 */
export const samlIssuerFileSchema = z.looseObject({
  issuer: z.string().min(1).describe('Issuer of the assertions, compared character by character.'),
  certificates: z
    .array(z.string().regex(pemCertificate, 'must be a PEM certificate'))
    .min(1)
    .describe('PEM certificates. Several certificates allow key rotation.'),
  audience: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Accepted audiences. Default: the issuer and the token endpoint of the server.'),
  recipients: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Accepted recipients. Default: the token endpoint.'),
  skew_seconds: z.int().min(0).max(600).default(60).describe('Accepted clock skew in seconds.'),
  subject: z
    .enum(['user', 'any'])
    .default('user')
    .describe(
      '`user`: the subject must be a user of the workspace. `any`: every subject is accepted, with its attributes.',
    ),
  subject_attribute: z.string().min(1).optional().describe('Attribute with the subject, instead of NameID.'),
});

/** A trusted issuer as the authorization server uses it. */
export interface SamlIssuer {
  /** The name of its file. */
  readonly name: string;
  readonly issuer: string;
  readonly certificatesPem: readonly string[];
  readonly audiences: readonly string[] | undefined;
  readonly recipients: readonly string[] | undefined;
  readonly skewSeconds: number;
  readonly subject: 'user' | 'any';
  readonly subjectAttribute: string | undefined;
}
