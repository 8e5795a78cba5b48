import type { FactHost } from '#shared/contract/facts.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';

/** A URL of an artefact taken apart. */
export interface UrlLocation {
  readonly host: FactHost;
  /** In lower case, without a port; null where none is written. */
  readonly hostName: string | null;
  /** Below the base and an optional `v1`, percent-decoded. */
  readonly segments: readonly string[];
  /** Text after `?`; empty where there is none. */
  readonly queryText: string;
  /** The URL as it is written, up to `?`. */
  readonly writtenPath: string;
}

/** Tells whose server a URL leads to. */
export interface HostMatcher {
  read(url: string): UrlLocation;
  /** Whose server an authority (`host` or `host:port`) is. */
  hostOf(scheme: string, authority: string): FactHost;
}

/** Base URLs of the platform and of the servers that issue its tokens. Whatever is neither is another host. */
export interface KnownHosts {
  readonly platform: readonly string[];
  readonly authorization: readonly string[];
}

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' };
const loopbackNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Where a host name is only known at run time: `{{base}}`, `${BASE}`, `$BASE`, `&{base}`, `<host>`, `:host`. */
const placeholder = /[{}$&<>]/;

/** The beginning of an absolute URL; a path may hold another URL. */
const schemePart = /^([a-z][a-z0-9+.-]*|\{\{[^{}]*\}\}|[$&]\{[^{}]*\}|\$\w+|<[^<>]*>):\/\//i;

/** Most servers whose answer is remembered. */
const maxAsked = 1_000;

const noPrefixes: Base['prefixes'] = [];

interface Base {
  readonly host: FactHost;
  /** Paths of the bases on this server. */
  readonly prefixes: readonly (readonly string[])[];
}

/** Makes a matcher; names of this machine are one and the same. */
export function createHostMatcher({ platform, authorization }: KnownHosts): HostMatcher {
  const bases = new Map<string, Base>();
  const asked = new Map<string, Base | undefined>();
  for (const url of authorization) addBase(bases, url, 'authorization');
  // A server that is both is the platform: its paths tell the rest.
  for (const url of platform) addBase(bases, url, 'platform');

  /** Recordings name the same few servers again and again. */
  function baseOf(scheme: string, authority: string): Base | undefined {
    const written = `${scheme}:${authority}`;
    if (asked.has(written)) return asked.get(written);
    const base = bases.get(originKey(scheme, authority));
    if (asked.size < maxAsked) asked.set(written, base);
    return base;
  }

  function hostOf(scheme: string, authority: string): FactHost {
    return placeholder.test(authority) ? 'relative' : (baseOf(scheme, authority)?.host ?? 'other');
  }

  return {
    hostOf,
    read(url) {
      const { scheme, authority, path, queryText, writtenPath } = splitUrl(url);
      if (authority === null || placeholder.test(authority))
        return {
          host: 'relative',
          hostName: null,
          segments: below(path, noPrefixes),
          queryText,
          writtenPath,
        };
      const base = baseOf(scheme, authority);
      return {
        host: base?.host ?? 'other',
        hostName: hostNameOf(authority),
        // No rule looks at the paths of other hosts.
        segments: base === undefined ? [] : below(path, base.prefixes),
        queryText: base === undefined ? '' : queryText,
        writtenPath,
      };
    },
  };
}

function addBase(bases: Map<string, Base>, url: string, host: 'platform' | 'authorization'): void {
  const { scheme, authority, path } = splitUrl(url);
  if (authority === null || placeholder.test(authority)) return;
  const key = originKey(scheme, authority);
  const known = bases.get(key);
  const others = known?.host === host ? known.prefixes : [];
  bases.set(key, { host, prefixes: host === 'platform' ? [...others, segmentsOf(path)] : noPrefixes });
}

interface SplitUrl {
  readonly scheme: string;
  /** null: the URL begins with a path, or with a placeholder for its beginning. */
  readonly authority: string | null;
  readonly path: string;
  readonly queryText: string;
  readonly writtenPath: string;
}

function splitUrl(url: string): SplitUrl {
  const hash = url.indexOf('#');
  const bare = hash < 0 ? url : url.slice(0, hash);
  const question = bare.indexOf('?');
  const writtenPath = question < 0 ? bare : bare.slice(0, question);
  const queryText = question < 0 ? '' : bare.slice(question + 1);
  const colon = schemePart.exec(writtenPath)?.[1]?.length ?? -1;
  if (colon < 0) {
    // In `{{baseUrl}}/environments/…`, the placeholder stands for the server and is not a path segment.
    const path = /^(?:\{\{[^{}]*\}\}|[$&]\{[^{}]*\}|\$\w+|<[^<>]*>)/.test(writtenPath)
      ? writtenPath.slice(Math.max(writtenPath.indexOf('/', 1), 0) || writtenPath.length)
      : writtenPath;
    return { scheme: '', authority: null, path, queryText, writtenPath };
  }
  const slash = writtenPath.indexOf('/', colon + 3);
  const end = slash < 0 ? writtenPath.length : slash;
  return {
    scheme: writtenPath.slice(0, colon).toLowerCase(),
    authority: writtenPath.slice(writtenPath.lastIndexOf('@', end) + 1 || colon + 3, end),
    path: writtenPath.slice(end),
    queryText,
    writtenPath,
  };
}

function originKey(scheme: string, authority: string): string {
  const lower = authority.toLowerCase();
  const name = hostNameOf(lower);
  const port = lower.slice(name.length + 1) || (defaultPorts[scheme] ?? '');
  return `${loopbackNames.has(name) ? 'localhost' : name}:${port}`;
}

function hostNameOf(authority: string): string {
  const lower = authority.toLowerCase();
  const end = lower.startsWith('[') ? lower.indexOf(']') + 1 : lower.indexOf(':');
  return end <= 0 ? lower : lower.slice(0, end);
}

/** The server of a URL as people name it: `api.vendor.example`, and with its scheme where that is not https. */
export function hostLabel(url: string): string {
  const { scheme, authority } = splitUrl(url);
  if (authority === null) return url.toLowerCase();
  const name = hostNameOf(authority);
  const port = authority.slice(name.length);
  const server =
    (loopbackNames.has(name) ? '127.0.0.1' : name) + (port === `:${defaultPorts[scheme]}` ? '' : port);
  return scheme === 'https' ? server : `${scheme}://${server}`;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').flatMap((segment) => (segment === '' ? [] : [percentDecodedOrAsIs(segment)]));
}

/** The segments of a path below its longest base; under no base, below the root. */
function below(path: string, prefixes: Base['prefixes']): readonly string[] {
  const segments = segmentsOf(path);
  let length = 0;
  for (const prefix of prefixes)
    if (prefix.length > length && prefix.every((segment, index) => segments[index] === segment))
      length = prefix.length;
  const rest = length === 0 ? segments : segments.slice(length);
  return rest[0] === 'v1' ? rest.slice(1) : rest;
}

/** Percent-encoded; half a character becomes the sign for one that is not known. */
export function encodeLoosely(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
