import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { procedure } from './base.ts';

/** A client as the screens may see it: whether it has a secret, never the secret. */
export const clientSummarySchema = z.object({
  clientId: z.string(),
  name: z.string(),
  isPublic: z.boolean(),
  grantTypes: z.array(z.string()),
  responseTypes: z.array(z.string()),
  redirectUris: z.array(z.string()),
  scope: z.string(),
});

export const userSummarySchema = z.object({
  username: z.string(),
  claims: z.record(z.string(), z.unknown()),
});

/** Kinds of files that the identity screen edits as forms. */
export const registrationKinds = [
  'client',
  'user',
  'saml-issuer',
  'jwt-issuer',
  'identity-provider',
  'webhook',
] as const;
const kind = z.enum(registrationKinds);

/** Form of a secret in a file. `clear`: it is in the file and not shown. */
export const heldSecretSchema = z.object({
  state: z.enum(['stored', 'missing', 'clear', 'encrypted']),
  /** The name of the stored secret; null where the file names none. */
  name: z.string().nullable(),
});

/** One thing that is doubtful about a client, with what to do about it. */
export const lintFindingSchema = z.object({
  id: z.string(),
  severity: z.enum(['error', 'warning', 'notice']),
  title: z.string(),
  clause: z.string(),
  fix: z.string(),
  /** RFC 6901 pointers into the registration. */
  places: z.array(z.string()),
});

/** A file of the workspace as a form shows it. */
export const registrationSchema = z.object({
  kind,
  file: z.string(),
  /** client_id, username, or the name of the file. */
  id: z.string(),
  /** Names the version of the file. */
  version: z.string(),
  isReadOnly: z.boolean(),
  /** The file's own members without its secrets; null where it cannot be read. */
  document: z.record(z.string(), z.unknown()).nullable(),
  /** The secrets it has, by the names of their members. */
  secrets: z.record(z.string(), heldSecretSchema),
  problems: z.array(problemSchema),
  findings: z.array(lintFindingSchema),
});

/** A certificate in words. */
export const certificateViewSchema = z.object({
  subject: z.string(),
  issuer: z.string(),
  notBeforeMillis: z.number(),
  notAfterMillis: z.number(),
  /** SHA-256 over its DER form, as `AB:CD:…`. */
  sha256: z.string(),
  key: z.string(),
});

export const identityContract = {
  clients: procedure.output(z.array(clientSummarySchema)),
  users: procedure.output(z.array(userSummarySchema)),
  /** Every file of a kind, those that cannot be read among them. */
  registrations: procedure.input(z.object({ kind })).output(z.array(registrationSchema)),
  /** One of them by its id. */
  registration: procedure.input(z.object({ kind, id: z.string() })).output(registrationSchema),
  /**
   * Writes the members of a registration into its file; comments, order and members that the format does not know stay,
   * secrets are sealed. Fails with `workspace.conflict` when the file is no longer the version that the form began with,
   * and with `workspace.duplicate` when a new one exists already. `workspace.removeFile` and `restoreFile` remove it.
   */
  save: procedure
    .input(
      z.object({
        kind,
        /** client_id, username, or the name of the file; it names the file of a new registration. */
        id: z.string().min(1).max(256),
        /** Null: it is new. */
        baseVersion: z.string().nullable(),
        document: z.record(z.string(), z.unknown()),
        /** New values of secrets by the names of their members, null to take one away; those that are absent stay. */
        secrets: z.record(z.string(), z.string().min(1).max(65_536).nullable()),
      }),
    )
    .output(registrationSchema),
  /** Reads certificates in PEM form; null for anything else. */
  certificates: procedure
    .input(z.object({ pems: z.array(z.string().max(65_536)).max(100) }))
    .output(z.array(certificateViewSchema.nullable())),
  /** The weaknesses that can be switched on: those of the authorization server in the training profile alone. */
  weaknesses: procedure.output(
    z.array(
      z.object({
        /** Whose setting `weaknesses` switches it on. */
        service: z.enum(['authorizationServer', 'sampleUpstreams']),
        id: z.string(),
        title: z.string(),
        clause: z.string(),
        pipeline: z.string(),
        step: z.string(),
      }),
    ),
  ),
};

export type ClientSummary = z.infer<typeof clientSummarySchema>;
export type UserSummary = z.infer<typeof userSummarySchema>;
export type RegistrationKind = (typeof registrationKinds)[number];
export type HeldSecret = z.infer<typeof heldSecretSchema>;
export type Registration = z.infer<typeof registrationSchema>;
export type CertificateView = z.infer<typeof certificateViewSchema>;
