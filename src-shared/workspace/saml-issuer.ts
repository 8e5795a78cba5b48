import { z } from 'zod';

const pemCertificate = /^\s*-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----\s*$/;

/** `oauth/saml-issuers/<name>.json`: an issuer whose SAML assertions are exchanged for tokens. RFC 7522 §3 */
export const samlIssuerFileSchema = z.looseObject({
  issuer: z.string().min(1).describe('The Issuer of its assertions, character for character.'),
  certificates: z
    .array(z.string().regex(pemCertificate, 'must be a certificate in PEM form'))
    .min(1)
    .describe('PEM texts. Several, so that an issuer can change its key.'),
  audience: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe("Audiences it may address us by; absent: the server's issuer and its token endpoint."),
  recipients: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('Recipients it may address us by; absent: the token endpoint.'),
  skew_seconds: z
    .number()
    .int()
    .min(0)
    .max(600)
    .default(60)
    .describe('Difference between clocks that is forgiven, in seconds.'),
  subject: z
    .enum(['user', 'any'])
    .default('user')
    .describe(
      '`user`: the subject has to be a user of the workspace; `any`: it is taken as it is, with its attributes.',
    ),
  subject_attribute: z
    .string()
    .min(1)
    .optional()
    .describe('The attribute that names the subject, in place of its NameID.'),
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
