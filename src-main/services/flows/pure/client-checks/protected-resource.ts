import { isSpecialUseHost } from '#shared/http/special-use.ts';
import { describedResource, isSameResource } from '#shared/oauth/index.ts';
import { type ClientCheck, failed, notChecked, passed, quoted, remark } from './check.ts';
import { type MetadataSeen, metadataChecks } from './metadata.ts';

/** The refusal of a request without a token. */
export interface ChallengeSeen {
  readonly resourceUrl: string;
  /** Absent: the challenge names no address of metadata. */
  readonly metadataUrl: string | undefined;
}

/** The checks of the challenge with which a resource asks for a token. */
export const challengeChecks: readonly ClientCheck<ChallengeSeen>[] = [
  {
    id: 'metadata-address',
    title: 'Challenge names the resource metadata',
    clause: 'RFC 9728 §5.1',
    run({ resourceUrl, metadataUrl }) {
      if (metadataUrl === undefined)
        return remark('It names none. The client asks the well-known addresses.');
      const url = URL.canParse(metadataUrl) ? new URL(metadataUrl) : null;
      if (url === null || !/^https?:$/.test(url.protocol))
        return failed(`${quoted(metadataUrl)} is not an HTTP address.`);
      // RFC 9728 §7.7: nobody outside may send the client to an internal address.
      return isSpecialUseHost(url.hostname) && !isSpecialUseHost(new URL(resourceUrl).hostname)
        ? failed(`${quoted(metadataUrl)} is an internal address, but the resource is not.`)
        : passed(`It names ${quoted(metadataUrl)}.`);
    },
  },
];

/** The metadata of a resource beside its address. */
export interface ResourceMetadataSeen {
  readonly resourceUrl: string;
  /** Where the metadata were found. */
  readonly metadataUrl: string;
  /** The challenge named that address. */
  readonly isChallenged: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Issuer of the server at which the client is known. */
  readonly issuer: string;
}

/** The checks of the metadata of a resource. */
export const resourceMetadataChecks: readonly ClientCheck<ResourceMetadataSeen>[] = [
  {
    id: 'resource-identifier',
    title: 'Metadata belong to this resource',
    clause: 'RFC 9728 §3.3',
    run({ resourceUrl, metadataUrl, isChallenged, metadata: { resource } }) {
      const expected = describedResource(resourceUrl, metadataUrl, isChallenged);
      return typeof resource === 'string' && isSameResource(resource, expected)
        ? passed(`Its resource is ${quoted(resource)}.`)
        : failed(`Its resource is ${quoted(resource)}, not ${quoted(expected)}.`);
    },
  },
  {
    id: 'known-server',
    title: 'Client is known at this server',
    clause: 'RFC 9728 §7.6',
    run({ metadata: { authorization_servers: servers }, issuer }) {
      const listed: readonly unknown[] = Array.isArray(servers) ? servers : [];
      if (listed.length === 0) return failed('The metadata name no authorization server.');
      return listed.includes(issuer)
        ? passed(`The resource accepts tokens of ${quoted(issuer)}.`)
        : failed(`The resource accepts tokens of ${quoted(listed[0])} only. Run the flow at that server.`);
    },
  },
];

/** The metadata of an authorization server beside what its resource says of it. */
export interface ServerMetadataSeen extends MetadataSeen {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** How the client becomes known; absent: it is registered already. */
  readonly needs?: 'client_id_metadata_document_supported' | 'registration_endpoint';
}

function lists(value: unknown, wanted: string): boolean {
  return Array.isArray(value) && value.includes(wanted);
}

/** The checks of the metadata of an authorization server that was discovered. */
export const serverMetadataChecks: readonly ClientCheck<ServerMetadataSeen>[] = [
  ...metadataChecks,
  {
    id: 'pkce-methods',
    title: 'Server supports PKCE with S256',
    clause: 'MCP 2026-07-28, Authorization code protection',
    run({ metadata: { code_challenge_methods_supported: methods } }) {
      if (methods === undefined)
        return failed('code_challenge_methods_supported is missing: the server may ignore PKCE.');
      return lists(methods, 'S256') ? passed('It lists S256.') : failed('It does not list S256.');
    },
  },
  {
    id: 'endpoint-addresses',
    title: 'Endpoints are HTTP addresses',
    clause: 'RFC 8414 §2',
    run({ metadata }) {
      const wrong = ['authorization_endpoint', 'token_endpoint'].find((name) => !isHttp(metadata[name]));
      return wrong === undefined
        ? passed('A browser and the client can open them.')
        : failed(`${wrong} is ${quoted(metadata[wrong])}.`);
    },
  },
  {
    id: 'issuer-announced',
    title: 'Responses name their issuer',
    clause: 'RFC 9207 §3',
    run: ({ metadata: { authorization_response_iss_parameter_supported: isNamed } }) =>
      isNamed === true
        ? passed('The metadata announce iss.')
        : remark('The metadata do not announce iss. A mix-up of servers would not be noticed.'),
  },
  {
    id: 'client-registration',
    title: 'Server takes the client this way',
    clause: 'MCP 2026-07-28, Client registration',
    run({ metadata, needs }) {
      if (needs === undefined) return notChecked('The client is registered already.');
      const value = metadata[needs];
      return value === true || isHttp(value)
        ? passed(`The metadata have ${needs}.`)
        : failed(`The metadata do not have ${needs}.`);
    },
  },
];

function isHttp(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** The scopes of a step-up. */
export interface StepUpSeen {
  /** Scopes that the challenge names. */
  readonly challenged: string;
  /** Scopes that the client asks for next. */
  readonly next: string;
}

/** The check of a refusal that names more scopes. */
export const stepUpChecks: readonly ClientCheck<StepUpSeen>[] = [
  {
    id: 'step-up',
    title: 'Client asks for all scopes together',
    clause: 'RFC 6750 §3.1; MCP 2026-07-28, Step-up authorization',
    run: ({ challenged, next }) =>
      remark(`The resource requires ${quoted(challenged)}. The client asks for ${quoted(next)}.`),
  },
];
