import { z } from 'zod';
import { decisionTraceSchema } from '../exchange/trace.ts';
import {
  curveAlgorithms,
  keyAlgorithms,
  macAlgorithms,
  payloadForms,
  publicKeyForms,
} from '../tokens/algorithms.ts';
import { procedure } from './base.ts';
import {
  samlBuildSchema,
  samlBuiltSchema,
  samlReportSchema,
  samlShapeSchema,
  samlVerdictSchema,
} from './saml-tokens.ts';

/** Longest text that is taken for a token, in characters. */
const maxCharacters = 131_072;
const keyText = z.string().min(1).max(maxCharacters);

/** A token that was typed, or a value of a run, which stays in the engine. */
export const tokenSourceSchema = z.union([
  z.object({ token: z.string().min(1).max(maxCharacters) }),
  z.object({ runId: z.string(), name: z.string() }),
]);

/** One thing that a reader of a token should know. */
export const tokenRemarkSchema = z.object({
  severity: z.enum(['error', 'warning', 'notice']),
  text: z.string(),
  clause: z.string(),
});

/** The findings of the token inspector about a token without any key. */
export const tokenReportSchema = z.object({
  form: z.enum(['opaque', 'jwt', 'jwe', 'saml', 'unreadable']),
  /** The token's entry in the hosted server's store; null if the store does not know it. */
  stored: z
    .object({
      kind: z.enum(['access_token', 'refresh_token', 'authorization_code']),
      state: z.enum(['valid', 'expired', 'revoked', 'rolled', 'used']),
      clientId: z.string(),
      username: z.string().nullable(),
      scope: z.string(),
      issuedAtMillis: z.number(),
      expiresAtMillis: z.number().nullable(),
    })
    .nullable(),
  /** JSON as it was written, laid out. */
  header: z.string().nullable(),
  claims: z.string().nullable(),
  /** The content of a JWT that is no JSON object, as text. */
  payload: z.string().nullable(),
  /** Presence of a signature; its validity is for `verify` to determine. */
  signature: z.enum(['none', 'not-verified']),
  algorithm: z.string().nullable(),
  remarks: z.array(tokenRemarkSchema),
  saml: samlReportSchema.nullable(),
});

const pastedKey = z.object({ kind: z.literal('pasted'), text: keyText });
const clientSecret = z.object({ kind: z.literal('client-secret'), clientId: z.string() });
const typedSecret = z.object({ kind: z.literal('secret'), text: z.string().max(4_096) });

/** The key for decrypting a JWE: a private JWK, a set of them or PEM; or a secret. */
export const tokenDecryptionKeySchema = z.discriminatedUnion('kind', [pastedKey, clientSecret, typedSecret]);

/** The key for verifying a signature. */
export const tokenKeySourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hosted') }),
  z.object({
    kind: z.literal('url'),
    url: z.url({ protocol: /^https?$/ }).max(2_048),
    isConfirmed: z.boolean(),
  }),
  /** A JWK, a JWK Set, or PEM. */
  pastedKey,
  clientSecret,
  typedSecret,
  /** Every secret of the built-in list. RFC 8725 §3.5 */
  z.object({ kind: z.literal('weak-secrets') }),
]);

/** A key without its secret parts. */
export const tokenKeySchema = z.object({
  kid: z.string().nullable(),
  type: z.string(),
  /** SHA-256 of the public key. RFC 7638; null for a secret, of which it would give away too much. */
  thumbprint: z.string().nullable(),
  origin: z.string(),
});

export const tokenVerificationSchema = z.object({
  /** The signature is right, and nothing that was checked speaks against the token. */
  isVerified: z.boolean(),
  isSignatureRight: z.boolean(),
  key: tokenKeySchema.nullable(),
  trace: decisionTraceSchema,
  /** The exchange in which keys were fetched. */
  exchangeId: z.string().nullable(),
});

const macAlgorithm = z.enum(macAlgorithms);
const keyAlgorithm = z.enum(keyAlgorithms);

/** How a token that a tester wrote is signed. */
export const tokenSigningSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none'), alg: z.enum(['none', 'None', 'NONE', 'nOnE']) }),
  z.object({ kind: z.literal('session-key'), algorithm: keyAlgorithm, isEmbedded: z.boolean() }),
  z.object({ kind: z.literal('pasted-key'), text: keyText, algorithm: keyAlgorithm }),
  z.object({ kind: z.literal('secret'), text: z.string().max(4_096), algorithm: macAlgorithm }),
  z.object({ kind: z.literal('client-secret'), clientId: z.string(), algorithm: macAlgorithm }),
  z.object({
    kind: z.literal('public-key'),
    /** Null: the first that the server publishes. */
    kid: z.string().nullable(),
    form: z.enum(publicKeyForms),
    algorithm: macAlgorithm,
  }),
  z.object({ kind: z.literal('original'), source: tokenSourceSchema }),
  /** ECDSA with r and s all zero. CVE-2022-21449 */
  z.object({ kind: z.literal('zero'), algorithm: z.enum(curveAlgorithms) }),
  /** Not signed but encrypted, for a public key; null: the hosted server's. RFC 7516 */
  z.object({ kind: z.literal('encrypted'), text: keyText.nullable() }),
]);

export const tokenForgeSchema = z.object({
  /** JSON, signed as it is written but for the space between its parts. */
  header: z.string().max(65_536),
  claims: z.string().max(65_536),
  signing: tokenSigningSchema,
  /** Leaves `alg` as it was typed, whatever signs. */
  keepsAlgorithm: z.boolean(),
  /** Encodes the texts byte for byte, JSON or not. */
  isAsTyped: z.boolean(),
  /** How the claims are carried; absent: encoded. RFC 7797 §3, RFC 7519 §5.2 */
  payload: z.enum(payloadForms).optional(),
});

export const tokenForgedSchema = z.object({
  token: z.string(),
  /** The header as it was signed. */
  header: z.string(),
  /** The public part of the key that signed, as a JWK Set to be served; null where none did. */
  jwks: z.string().nullable(),
  thumbprint: z.string().nullable(),
});

export const tokenAskSchema = z.object({
  source: tokenSourceSchema,
  how: z.enum(['validate', 'introspect']),
  /** The client of the workspace that asks, with its own credentials. */
  clientId: z.string(),
  /** The endpoint of another server; absent: the hosted one. */
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_048)
    .optional(),
  isConfirmed: z.boolean().optional(),
});

export const tokenResponseSchema = z.object({
  exchangeId: z.string(),
  status: z.int(),
  /** Null where the answer says neither. */
  isActive: z.boolean().nullable(),
  /** One sentence: the meaning of the answer. */
  sentence: z.string(),
  /** The answer as it came, laid out where it is JSON. */
  body: z.string(),
});

export const tokensContract = {
  inspect: procedure.input(tokenSourceSchema).output(tokenReportSchema),
  verify: procedure
    .input(
      z.object({
        source: tokenSourceSchema,
        with: tokenKeySourceSchema,
        /** The expected `iss` and `aud`; absent: they are not checked. */
        issuer: z.string().optional(),
        audience: z.string().optional(),
      }),
    )
    .output(tokenVerificationSchema),
  /** Opens a JWE; JSON in it is laid out. */
  decrypt: procedure
    .input(z.object({ source: tokenSourceSchema, with: tokenDecryptionKeySchema }))
    .output(z.object({ content: z.string() })),
  /** Asks a server about a token; the exchange is recorded. */
  ask: procedure.input(tokenAskSchema).output(tokenResponseSchema),
  /** Makes a token as a tester wrote it. */
  forge: procedure.input(tokenForgeSchema).output(tokenForgedSchema),
  /** Verifies each signature of an assertion, or of what carries it. */
  verifySaml: procedure
    .input(
      z.object({
        source: tokenSourceSchema,
        /** PEM; null: the issuers that the workspace trusts. */
        certificate: keyText.nullable(),
      }),
    )
    .output(z.array(samlVerdictSchema)),
  samlShapes: procedure.output(z.array(samlShapeSchema)),
  buildSaml: procedure.input(samlBuildSchema).output(samlBuiltSchema),
};

export type TokenSource = z.infer<typeof tokenSourceSchema>;
export type TokenRemark = z.infer<typeof tokenRemarkSchema>;
export type TokenReport = z.infer<typeof tokenReportSchema>;
export type TokenKeySource = z.infer<typeof tokenKeySourceSchema>;
export type TokenKey = z.infer<typeof tokenKeySchema>;
export type TokenDecryptionKey = z.infer<typeof tokenDecryptionKeySchema>;
export type TokenVerification = z.infer<typeof tokenVerificationSchema>;
export type TokenSigning = z.infer<typeof tokenSigningSchema>;
export type TokenForge = z.infer<typeof tokenForgeSchema>;
export type TokenForged = z.infer<typeof tokenForgedSchema>;
export type TokenAsk = z.infer<typeof tokenAskSchema>;
export type TokenResponse = z.infer<typeof tokenResponseSchema>;
