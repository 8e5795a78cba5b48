import type { z } from 'zod';
import type { SignIn, SignInFile } from '#shared/sign-ins/index.ts';
import {
  type flowFileSchema,
  type IdentityProvider,
  type identityProviderFileSchema,
  type JwtIssuer,
  type jwtIssuerFileSchema,
  type SamlIssuer,
  type SavedFlow,
  type SecretValue,
  type samlIssuerFileSchema,
  type Target,
  type targetFileSchema,
  type Webhook,
  type webhookFileSchema,
  workspaceFileAt,
} from '#shared/workspace/index.ts';
import type { EntityFile } from './entity-folder.ts';
import { type FileSecrets, readSecretText } from './secret-reading.ts';

const nameOf = (file: string): string => workspaceFileAt(file)?.name ?? file;
// Resolved at each use: a secret that is stored later works from then on.
const reader = (value: SecretValue | undefined, secrets: FileSecrets) => () =>
  value === undefined ? null : readSecretText(value, secrets);

/** A trusted SAML issuer from its file. RFC 7522 §3 */
export function toSamlIssuer({ file, value }: EntityFile<z.output<typeof samlIssuerFileSchema>>): SamlIssuer {
  return {
    name: nameOf(file),
    issuer: value.issuer,
    certificatesPem: value.certificates,
    audiences: value.audience,
    recipients: value.recipients,
    skewSeconds: value.skew_seconds,
    subject: value.subject,
    subjectAttribute: value.subject_attribute,
  };
}

/** A trusted issuer of JWTs from its file. RFC 7523 §3 */
export function toJwtIssuer({ file, value }: EntityFile<z.output<typeof jwtIssuerFileSchema>>): JwtIssuer {
  return {
    name: nameOf(file),
    issuer: value.issuer,
    profile: value.profile,
    keys: { inline: value.jwks?.keys ?? [], uri: value.jwks_uri },
    algorithms: value.algorithms,
    subject: value.subject,
    subjectClaim: value.subject_claim,
  };
}

/** An OpenID provider from its file. */
export function toIdentityProvider(
  { file, value }: EntityFile<z.output<typeof identityProviderFileSchema>>,
  secrets: FileSecrets,
): IdentityProvider {
  const name = nameOf(file);
  return {
    name,
    displayName: value.display_name ?? name,
    issuer: value.issuer,
    clientId: value.client_id,
    clientSecret: reader(value.client_secret, secrets),
    responseType: value.response_type,
    scope: value.scope,
    usernameClaim: value.username_claim,
    accepts: value.accepts,
  };
}

/** A webhook subscription from its file. */
export function toWebhook(
  { file, value }: EntityFile<z.output<typeof webhookFileSchema>>,
  secrets: FileSecrets,
): Webhook {
  return {
    name: nameOf(file),
    url: value.url,
    secret: reader(value.secret, secrets),
    events: value.events,
    isEnabled: value.enabled,
  };
}

/** Another authorization server from its file, with our clients and users there. */
export function toTarget(
  { file, value }: EntityFile<z.output<typeof targetFileSchema>>,
  secrets: FileSecrets,
): Target {
  const name = nameOf(file);
  return {
    name,
    displayName: value.display_name ?? name,
    file: value,
    clients: value.clients.map((client) => ({
      file: client,
      secret: reader(client.client_secret, secrets),
      privateKey: reader(client.private_key, secrets),
      certificateKey: reader(client.certificate_key, secrets),
      registrationToken: reader(client.registration_access_token, secrets),
    })),
    users: value.users.map(({ username, password, totp_seed: seed }) => ({
      username,
      password: reader(password, secrets),
      totpSeed: reader(seed, secrets),
    })),
    proxyPassword: reader(value.proxy?.password, secrets),
    samlKey: reader(value.saml?.private_key, secrets),
  };
}

/** A saved flow from its file. */
export function toSavedFlow({ file, value }: EntityFile<z.output<typeof flowFileSchema>>): SavedFlow {
  return { name: nameOf(file), file: value };
}

/** A sign-in from its file. */
export function toSignIn({ file, value }: EntityFile<SignInFile>): SignIn {
  return { name: nameOf(file), file: value };
}
