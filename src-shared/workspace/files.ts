import { z } from 'zod';
import { ownAttackFileSchema } from '../attacks/own-cases.ts';
import { recordingFileSchema } from '../connectors/recording.ts';
import { lintSettingsSchema } from '../contract/settings.ts';
import { signInFileSchema } from '../sign-ins/schema.ts';
import { trafficSchema } from '../throttle/traffic/schema.ts';
import { environmentFileSchema } from './environment.ts';
import { namedFile } from './file-name.ts';
import { flowFileSchema } from './flow-file.ts';
import { identityProviderFileSchema } from './identity-provider.ts';
import { jwtIssuerFileSchema } from './jwt-issuer.ts';
import { manifestSchema } from './manifest.ts';
import { platformTargetSchema } from './platform-target.ts';
import { clientFileSchema, userFileSchema } from './registrations.ts';
import { samlIssuerFileSchema } from './saml-issuer.ts';
import { targetFileSchema } from './target.ts';
import { webhookFileSchema } from './webhook.ts';

/** The kinds of object that the files of a workspace define. */
export const workspaceFileKinds = [
  'manifest',
  'client',
  'user',
  'saml-issuer',
  'jwt-issuer',
  'identity-provider',
  'webhook',
  'target',
  'sign-in',
  'platform',
  'flow',
  'attack',
  'environment',
  'connector',
  'recording',
  'route',
  'traffic',
  'contract',
] as const;
export type WorkspaceFileKind = (typeof workspaceFileKinds)[number];

/** Where the files of one kind lie and what they have to be. */
export interface WorkspaceFormat {
  readonly kind: WorkspaceFileKind;
  /** Folder below the workspace; empty: the workspace itself. */
  readonly folder: string;
  /** Matches the names of its files and captures what they name. */
  readonly fileName: RegExp;
  /** The pattern of the names, for people. */
  readonly named: string;
  readonly schema: z.ZodType;
}

/** Documents of the products, which other parts read: here they are JSON objects. */
const documentSchema = z.looseObject({});

const namedFilePattern = '<name>.json, of letters, digits, “.”, “_” and “-”';

/** All files of a workspace. */
export const workspaceFormats = {
  manifest: {
    kind: 'manifest',
    folder: '',
    fileName: /^(gatehouse)\.json$/,
    named: 'gatehouse.json',
    schema: manifestSchema,
  },
  client: {
    kind: 'client',
    folder: 'oauth/clients',
    fileName: /^([^.].*)\.json$/,
    named: '<client_id>.json',
    schema: clientFileSchema,
  },
  user: {
    kind: 'user',
    folder: 'oauth/users',
    fileName: /^([^.].*)\.json$/,
    named: '<username>.json',
    schema: userFileSchema,
  },
  'saml-issuer': {
    kind: 'saml-issuer',
    folder: 'oauth/saml-issuers',
    fileName: namedFile,
    named: namedFilePattern,
    schema: samlIssuerFileSchema,
  },
  'jwt-issuer': {
    kind: 'jwt-issuer',
    folder: 'oauth/jwt-issuers',
    fileName: namedFile,
    named: namedFilePattern,
    schema: jwtIssuerFileSchema,
  },
  'identity-provider': {
    kind: 'identity-provider',
    folder: 'oauth/identity-providers',
    fileName: namedFile,
    named: namedFilePattern,
    schema: identityProviderFileSchema,
  },
  webhook: {
    kind: 'webhook',
    folder: 'webhooks',
    fileName: namedFile,
    named: namedFilePattern,
    schema: webhookFileSchema,
  },
  target: {
    kind: 'target',
    folder: 'targets',
    fileName: namedFile,
    named: namedFilePattern,
    schema: targetFileSchema,
  },
  'sign-in': {
    kind: 'sign-in',
    folder: 'sign-ins',
    fileName: namedFile,
    named: namedFilePattern,
    schema: signInFileSchema,
  },
  platform: {
    kind: 'platform',
    folder: 'platforms',
    fileName: namedFile,
    named: namedFilePattern,
    schema: platformTargetSchema,
  },
  flow: {
    kind: 'flow',
    folder: 'flows',
    fileName: namedFile,
    named: namedFilePattern,
    schema: flowFileSchema,
  },
  attack: {
    kind: 'attack',
    folder: 'attacks',
    fileName: namedFile,
    named: namedFilePattern,
    schema: ownAttackFileSchema,
  },
  environment: {
    kind: 'environment',
    folder: 'environments',
    fileName: namedFile,
    named: namedFilePattern,
    schema: environmentFileSchema,
  },
  connector: {
    kind: 'connector',
    folder: 'connectors',
    fileName: /^provisioner\.openicf-([A-Za-z0-9._-]{1,100})\.json$/,
    named: 'provisioner.openicf-<name>.json',
    schema: documentSchema,
  },
  recording: {
    kind: 'recording',
    folder: 'connectors/recordings',
    fileName: namedFile,
    named: namedFilePattern,
    schema: recordingFileSchema,
  },
  route: {
    kind: 'route',
    folder: 'routes',
    fileName: /^(\d{2,4}-[A-Za-z0-9._-]{1,100})\.json$/,
    named: '<nn>-<name>.json, <nn> being two digits',
    schema: documentSchema,
  },
  traffic: {
    kind: 'traffic',
    folder: 'traffic',
    fileName: namedFile,
    named: namedFilePattern,
    schema: trafficSchema,
  },
  contract: {
    kind: 'contract',
    folder: 'contract',
    fileName: /^(lint)\.json$/,
    named: 'lint.json',
    schema: lintSettingsSchema,
  },
} as const satisfies { readonly [Kind in WorkspaceFileKind]: WorkspaceFormat & { readonly kind: Kind } };

/** The members that a format knows, in its order; none where a file may be a list. */
export function membersOfFormat({ schema }: Pick<WorkspaceFormat, 'schema'>): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The format of a file by its path below the workspace, and what the path names; null: no file of a workspace. */
export function workspaceFileAt(
  file: string,
): { readonly format: WorkspaceFormat; readonly name: string } | null {
  const slash = file.lastIndexOf('/');
  const folder = file.slice(0, Math.max(slash, 0));
  const format = Object.values(workspaceFormats).find((candidate) => candidate.folder === folder);
  const name = format?.fileName.exec(file.slice(slash + 1))?.[1];
  return format === undefined || name === undefined ? null : { format, name };
}
