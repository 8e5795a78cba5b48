import { z } from 'zod';

/** An element of the tree, a text or a comment in it; in the order of the document. */
export const samlNodeSchema = z.object({
  id: z.int(),
  depth: z.int(),
  kind: z.enum(['element', 'text', 'comment']),
  /** The name as it is written; empty for text. */
  name: z.string(),
  namespace: z.string(),
  attributes: z.array(z.object({ name: z.string(), value: z.string() })),
  text: z.string(),
  /** Places in the list of signatures: those whose reference covers it. */
  coveredBy: z.array(z.int()),
});

/** The content of one assertion, not verified. */
export const samlAssertionSchema = z.object({
  nodeId: z.int(),
  id: z.string().nullable(),
  issuer: z.string().nullable(),
  nameId: z.string().nullable(),
  nameIdFormat: z.string().nullable(),
  confirmationMethods: z.array(z.string()),
  recipients: z.array(z.string()),
  audiences: z.array(z.string()),
  attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  /** Instants by the names that they have in the document. */
  times: z.array(z.object({ name: z.string(), atMillis: z.number() })),
  coveredBy: z.array(z.int()),
});

export const samlSignatureSchema = z.object({
  nodeId: z.int(),
  /** The element that contains it. */
  inside: z.string(),
  algorithm: z.string(),
  digest: z.string(),
  canonicalisation: z.string(),
  transforms: z.array(z.string()),
  reference: z.string(),
  /** The target that the reference resolves to. */
  covers: z.enum(['parent', 'document', 'elsewhere', 'nothing', 'ambiguous', 'several']),
  /** The element that it covers; null where that is not one. */
  coversNodeId: z.int().nullable(),
  /** The certificate that it brings along, in words. It proves nothing. */
  certificate: z.string().nullable(),
});

export const samlReportSchema = z.object({
  encoding: z.enum(['xml', 'base64', 'base64url', 'deflated']),
  /** Empty for a value of a run, whose proof is masked. */
  xml: z.string(),
  /** Why there is no tree: the content of the document is not processed. */
  refusal: z.string().nullable(),
  nodes: z.array(samlNodeSchema),
  assertions: z.array(samlAssertionSchema),
  signatures: z.array(samlSignatureSchema),
});

/** The verification result of one signature. */
export const samlVerdictSchema = z.object({
  outcome: z.enum(['verified', 'failed', 'no-key']),
  detail: z.string(),
  /** The issuer of the workspace whose certificate verified it; null for a pasted one. */
  issuer: z.string().nullable(),
  /** The certificate that verified it, in words. */
  certificate: z.string().nullable(),
});

/** One way to make an assertion. */
export const samlShapeSchema = z.object({
  id: z.string(),
  title: z.string(),
  changes: z.string(),
  /** The step that has to refuse it; null: it is to be taken. */
  refusedBy: z.string().nullable(),
});

const uri = z.string().max(2_048);

export const samlBuildSchema = z.object({
  issuer: uri.min(1),
  subject: z.string().max(1_024),
  nameIdFormat: uri.min(1),
  audiences: z.array(uri.min(1)).max(20),
  recipient: uri,
  confirmationMethod: uri.min(1),
  /** From now; either may lie in the past. */
  notBeforeSeconds: z.int().min(-31_536_000).max(31_536_000),
  notOnOrAfterSeconds: z.int().min(-31_536_000).max(31_536_000),
  /** Absent: a random one. */
  id: z.string().max(256).optional(),
  attributes: z.array(z.object({ name: uri.min(1), values: z.array(z.string().max(4_096)).max(50) })).max(50),
  algorithm: z.enum(['RS256', 'RS384', 'RS512', 'ES256', 'RSA-SHA1']),
  shape: z.string(),
  /** Whom the forged part of a shape speaks of. */
  forgedSubject: z.string().max(1_024),
  /** PEM; null: a key that is made for this session. */
  signer: z.object({ key: z.string().max(16_384), certificate: z.string().max(16_384) }).nullable(),
});

export const samlBuiltSchema = z.object({
  xml: z.string(),
  base64url: z.string(),
  base64: z.string(),
  deflated: z.string(),
  /** PEM: the recipient of the assertion has to trust it. */
  certificate: z.string(),
});

export type SamlNode = z.infer<typeof samlNodeSchema>;
export type SamlAssertion = z.infer<typeof samlAssertionSchema>;
export type SamlSignature = z.infer<typeof samlSignatureSchema>;
export type SamlReport = z.infer<typeof samlReportSchema>;
export type SamlVerdict = z.infer<typeof samlVerdictSchema>;
export type SamlShape = z.infer<typeof samlShapeSchema>;
export type SamlBuild = z.infer<typeof samlBuildSchema>;
export type SamlBuilt = z.infer<typeof samlBuiltSchema>;
