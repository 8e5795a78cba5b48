import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { resolve, sep } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { NetworkSettings, SecretValue } from '#shared/workspace/index.ts';
import { isLoopbackHost, plainHost } from './addresses.ts';
import { type Gate, openGate } from './gate.ts';

/** An HTTP proxy, and the credentials for it. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** Value of Proxy-Authorization, or null. RFC 7617 */
  readonly authorization: string | null;
}

/** How one target is reached. */
export interface Route {
  readonly proxy: Proxy | null;
  /** Asked before anything is connected to. */
  readonly gate: Gate;
  /** Trusted certificates; null: those that the system trusts. */
  readonly secureContext: SecureContext | null;
  /** The certificates in it that the system does not trust by itself, as PEM. */
  readonly extraCertificates?: readonly string[];
  /** Absent: certificates are checked in full. */
  readonly leniency?: Leniency;
  /** How names are resolved; absent: as the system does it. */
  readonly lookUp?: LookupFunction;
  /** Asked for each address before anything is connected to it; absent: all will do. A proxy resolves names by itself. */
  readonly admits?: (address: string) => boolean;
}

/** Checks of a server's certificate that somebody decided to skip. */
export interface Leniency {
  readonly takesAnyIssuer: boolean;
  readonly takesAnyHost: boolean;
}

/** How the engine's own requests leave this machine. */
export interface Outgoing {
  routeTo(target: URL): Promise<Route>;
  problems(): readonly Problem[];
}

export interface OutgoingPorts {
  /** Absent: requests may go anywhere. */
  readonly gate?: Gate;
  /** The workspace, to which the paths of CA files are relative. */
  readonly directory: string;
  /** Asked anew each time: the same object as long as nothing changed. */
  readonly network: () => NetworkSettings;
  /** The text of a secret, or null if it is not available: the workspace reports why. */
  readonly readSecret: (value: SecretValue) => string | null;
  /** Hosts for which the workspace's own CA issues certificates, and for which alone it is trusted. */
  readonly ownHosts: () => readonly string[];
  readonly ownRoot: () => Promise<string | null>;
}

/** The route without settings. */
export const directRoute: Route = { proxy: null, gate: openGate, secureContext: null };

/** Straight to wherever a gate lets requests go. */
export function outgoingThrough(gate: Gate): Outgoing {
  return { routeTo: async () => ({ ...directRoute, gate }), problems: () => [] };
}

/** Makes the outgoing side of a workspace from its settings; broken ones are problems, the rest is in force. */
export function createOutgoing(ports: OutgoingPorts): Outgoing {
  const contexts = new Map<string, SecureContext>();
  let read: { readonly settings: NetworkSettings; readonly files: CaFiles } | null = null;

  function caFiles(): CaFiles {
    const settings = ports.network();
    if (read?.settings !== settings) {
      read = { settings, files: readCaFiles(ports.directory, settings.caFiles) };
      contexts.clear();
    }
    return read.files;
  }

  async function trustFor(hostname: string): Promise<Pick<Route, 'secureContext' | 'extraCertificates'>> {
    const isOwn = ports.ownHosts().includes(plainHost(hostname));
    const root = isOwn ? await ports.ownRoot() : null;
    const extra = root === null ? caFiles().certificates : [...caFiles().certificates, root];
    if (extra.length === 0) return { secureContext: null };
    const key = extra.join('\n');
    // Reading the system's certificates takes far longer than the request.
    const context =
      contexts.get(key) ?? createSecureContext({ ca: [...getCACertificates('default'), ...extra] });
    contexts.set(key, context);
    return { secureContext: context, extraCertificates: extra };
  }

  return {
    async routeTo({ protocol, hostname }) {
      const { proxy, proxyLoopback } = ports.network();
      const isProxied = proxy !== undefined && (proxyLoopback || !isLoopbackHost(hostname));
      return {
        proxy: isProxied ? readProxy(ports) : null,
        gate: ports.gate ?? openGate,
        ...(protocol === 'https:' ? await trustFor(hostname) : { secureContext: null }),
      };
    },
    problems: () => caFiles().problems,
  };
}

interface CaFiles {
  readonly certificates: readonly string[];
  readonly problems: readonly Problem[];
}

function readCaFiles(directory: string, paths: readonly string[]): CaFiles {
  const certificates: string[] = [];
  const problems: Problem[] = [];
  for (const [index, path] of paths.entries()) {
    try {
      certificates.push(...certificatesIn(readInside(directory, path)));
    } catch (cause) {
      problems.push(
        new GatehouseError('network.ca-unreadable', `The CA file ${path} is ignored.`, {
          fix: 'Enter the path of a PEM file in the workspace, relative to the workspace folder.',
          location: { file: 'gatehouse.json', pointer: `/network/caFiles/${index}` },
          cause,
        }).toProblem('warning'),
      );
    }
  }
  return { certificates, problems };
}

/** A workspace from elsewhere must not make the engine read files outside of it. */
function readInside(directory: string, path: string): string {
  const inside = `${realpathSync(directory)}${sep}`;
  if (!resolve(inside, path).startsWith(inside) || !realpathSync(resolve(inside, path)).startsWith(inside))
    throw new Error('The path is outside the workspace folder.');
  return readFileSync(resolve(inside, path), 'utf8');
}

/** TLS silently skips unreadable certificates: they are read here first. */
function certificatesIn(text: string): readonly string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error('The file contains no PEM certificate.');
  return found.map((pem) => new X509Certificate(pem).toString());
}

function readProxy({ network, readSecret }: OutgoingPorts): Proxy | null {
  const settings = network().proxy;
  if (settings === undefined) return null;
  const { hostname, port } = new URL(settings.url);
  const address = { host: plainHost(hostname), port: Number(port || 80) };
  const { username, password } = settings;
  const text = password === undefined ? '' : readSecret(password);
  // Without the password that it should have, the proxy is better told nothing than something wrong.
  if (username === undefined || text === null) return { ...address, authorization: null };
  const credentials = Buffer.from(`${username}:${text}`, 'utf8').toString('base64');
  return { ...address, authorization: `Basic ${credentials}` };
}
