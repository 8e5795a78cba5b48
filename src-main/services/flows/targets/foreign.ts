import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { plainHost } from '#main/platform/addresses.ts';
import { requireSupported } from '#main/platform/key-kinds.ts';
import { directRoute, type Outgoing, type Proxy } from '#main/platform/outgoing.ts';
import type { PlayerClient, PlayTarget } from '#main/services/flow-player/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';
import type { Target, TargetClient } from '#shared/workspace/index.ts';
import { metadataUrls, type ServerMetadata } from './discovery.ts';
import { chooseRedirectUri } from './hosted.ts';
import { foreignSignIn, type SignInParts } from './sign-in.ts';

/** Parts from which another server is made a target. */
export interface ForeignParts {
  readonly target: Target;
  readonly metadata: ServerMetadata;
  /** Absent: they were not asked for. */
  readonly metadataUrl?: string;
  /** Base URL of the sample client, where answers come back; null while it does not run. */
  readonly upstreams: string | null;
  /** The workspace, to which the paths of CA files are relative. */
  readonly directory: string;
  /** How requests leave this machine by default. */
  readonly outgoing: Outgoing;
  readonly vendorUrn: string;
  /** Absent: people sign in by plain forms alone. */
  readonly signIns?: SignInParts;
}

/** How long a code of another server is taken to live; it does not say. */
const assumedCodeLifetimeSeconds = 60;

/** Another server with our clients and users there. */
export function foreignTarget(parts: ForeignParts): PlayTarget {
  const { target, metadata } = parts;
  const { file } = target;
  const endpoint = (own: string | undefined, name: string) => own ?? textOf(metadata[name]);
  const clients = target.clients.map((client) => foreignClient(client, parts));
  return {
    name: target.name,
    title: target.displayName,
    endpoints: {
      issuer: file.issuer,
      metadata: parts.metadataUrl ?? metadataUrls(file.issuer)[0].href,
      authorization: endpoint(file.authorization_endpoint, 'authorization_endpoint'),
      token: endpoint(file.token_endpoint, 'token_endpoint'),
      introspection: endpoint(file.introspection_endpoint, 'introspection_endpoint'),
      revocation: endpoint(file.revocation_endpoint, 'revocation_endpoint'),
      pushedAuthorization: endpoint(
        file.pushed_authorization_request_endpoint,
        'pushed_authorization_request_endpoint',
      ),
      registration: endpoint(file.registration_endpoint, 'registration_endpoint'),
      endSession: endpoint(file.end_session_endpoint, 'end_session_endpoint'),
      userinfo: endpoint(file.userinfo_endpoint, 'userinfo_endpoint'),
      jwks: endpoint(file.jwks_uri, 'jwks_uri'),
      resource: file.resource ?? endpoint(file.userinfo_endpoint, 'userinfo_endpoint'),
    },
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    clients,
    usernames: target.users.map(({ username }) => username),
    password: (username) => target.users.find((user) => user.username === username)?.password() ?? null,
    outgoing: (clientId) =>
      targetOutgoing(
        parts,
        clients.find((client) => client.clientId === clientId),
      ),
    operator: null,
    vendorUrn: parts.vendorUrn,
    codeLifetimeSeconds: assumedCodeLifetimeSeconds,
    namesIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
    hasResource: file.resource !== undefined,
    ...trustedIssuer(target),
    ...(file.application === undefined ? {} : { application: file.application }),
    ...(parts.signIns === undefined
      ? {}
      : { signIn: foreignSignIn(parts.signIns, target.name, file, targetOutgoing(parts, undefined)) }),
  };
}

function trustedIssuer({ file: { saml }, samlKey }: Target): Pick<PlayTarget, 'trustedIssuer'> {
  const keyPem = samlKey();
  if (saml === undefined || keyPem === null) return {};
  const { issuer: name, certificate: certificatePem, audience = null } = saml;
  return { trustedIssuer: { name, keyPem, certificatePem, audience } };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && URL.canParse(value) ? value : null;
}

function foreignClient(client: TargetClient, { upstreams }: ForeignParts): PlayerClient {
  const { file } = client;
  const keyPem = client.certificateKey();
  return {
    clientId: file.client_id,
    authentication: assumedAuthentication(client),
    scopes: file.scope.split(' ').filter((scope) => scope !== ''),
    redirectUris: file.redirect_uris,
    redirectUri: chooseRedirectUri(file.redirect_uris, upstreams),
    grantTypes: file.grant_types === undefined ? null : new Set(file.grant_types),
    responseTypes: null,
    secret: client.secret(),
    privateKey: client.privateKey(),
    privateKeyAlgorithm: file.private_key_alg,
    privateKeyId: file.private_key_id ?? null,
    idTokenAlgorithm: file.id_token_signed_response_alg ?? null,
    certificate:
      file.certificate === undefined || keyPem === null ? null : { certPem: file.certificate, keyPem },
  };
}

/** How a client shows who it is. RFC 7591 §2: absent means client_secret_basic; a client that keeps nothing is a public one. */
export function assumedAuthentication({ file }: Pick<TargetClient, 'file'>): ClientAuthentication {
  if (file.token_endpoint_auth_method !== undefined) return file.token_endpoint_auth_method;
  if (file.private_key !== undefined) return 'private_key_jwt';
  return file.client_secret === undefined ? 'none' : 'client_secret_basic';
}

/** The way to this server: its own proxy and CAs where it has them, the client's certificate where it shows one. */
function targetOutgoing(parts: ForeignParts, client: PlayerClient | undefined): Outgoing {
  const { target, outgoing, directory } = parts;
  return {
    async routeTo(url) {
      const route = (await outgoing.routeTo(url)) ?? directRoute;
      const extra = target.file.ca_files.map((path) => readCertificates(directory, path, target.name));
      const needsContext = url.protocol === 'https:' && (extra.length > 0 || client?.certificate != null);
      return {
        proxy: target.file.proxy === undefined ? route.proxy : ownProxy(target),
        gate: route.gate,
        secureContext: needsContext
          ? secureContext([...getCACertificates('default'), ...extra], client)
          : route.secureContext,
        ...(extra.length === 0 && route.extraCertificates === undefined
          ? {}
          : { extraCertificates: [...(route.extraCertificates ?? []), ...extra] }),
      };
    },
    problems: () => [],
  };
}

function ownProxy(target: Target): Proxy | null {
  const { proxy } = target.file;
  if (proxy === undefined) return null;
  const { hostname, port } = new URL(proxy.url);
  const password = target.proxyPassword();
  const credentials = Buffer.from(`${proxy.username ?? ''}:${password ?? ''}`, 'utf8').toString('base64');
  return {
    host: plainHost(hostname),
    port: Number(port || 80),
    authorization: proxy.username === undefined || password === null ? null : `Basic ${credentials}`,
  };
}

/** @throws flow.certificate-unusable, key.unsupported */
function secureContext(ca: readonly string[], client: PlayerClient | undefined): SecureContext {
  const own = client?.certificate ?? null;
  if (own !== null) requireSupported(own.keyPem);
  try {
    return createSecureContext({
      ca: [...ca],
      ...(own === null ? {} : { cert: own.certPem, key: own.keyPem }),
    });
  } catch (cause) {
    throw new GatehouseError(
      'flow.certificate-unusable',
      `The TLS client certificate of ${client?.clientId ?? 'the client'} cannot be used.`,
      { fix: 'Set certificate and certificate_key to a matching pair in PEM format.', cause },
    );
  }
}

/** @throws network.ca-unreadable */
function readCertificates(directory: string, path: string, name: string): string {
  try {
    const text = readInside(directory, path);
    // TLS silently skips unreadable certificates.
    void new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new GatehouseError('network.ca-unreadable', `The CA file ${path} cannot be used.`, {
      fix: 'Enter the path of a PEM file, relative to the workspace.',
      location: { file: `targets/${name}.json`, pointer: '/ca_files' },
      cause,
    });
  }
}

/** A workspace from elsewhere must not make the engine read files outside of it. */
function readInside(directory: string, path: string): string {
  const inside = `${realpathSync(directory)}${sep}`;
  const real = realpathSync(resolve(inside, path));
  if (!real.startsWith(inside)) throw new Error(`${path} points outside the workspace.`);
  return readFileSync(real, 'utf8');
}
