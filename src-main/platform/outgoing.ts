import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { type NetworkSettings, parseSecretValue } from '#shared/workspace/index.ts';
import { isLoopbackHost, plainHost } from './addresses.ts';

/** A proxy for HTTP, and what it is told about us. */
export interface Proxy {
  readonly host: string;
  readonly port: number;
  /** Value of Proxy-Authorization, or null. RFC 7617 */
  readonly authorization: string | null;
}

/** How one target is reached. */
export interface Route {
  readonly proxy: Proxy | null;
  /** What is trusted; null: what the system trusts. */
  readonly secureContext: SecureContext | null;
}

/** How the engine's own requests leave this machine. */
export interface Outgoing {
  routeTo(target: URL): Promise<Route>;
  problems(): readonly Problem[];
}

export interface OutgoingPorts {
  /** The workspace, to which the paths of CA files are relative. */
  readonly directory: string;
  /** Asked anew each time: the same object as long as nothing changed. */
  readonly network: () => NetworkSettings;
  readonly resolveSecret: (name: string) => string | null;
  /** Hosts for which the workspace's own CA issues certificates, and for which alone it is trusted. */
  readonly ownHosts: () => readonly string[];
  readonly ownRoot: () => Promise<string | null>;
}

/** The route without settings. */
export const directRoute: Route = { proxy: null, secureContext: null };

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

  async function contextFor(hostname: string): Promise<SecureContext | null> {
    const isOwn = ports.ownHosts().includes(plainHost(hostname));
    const root = isOwn ? await ports.ownRoot() : null;
    const extra = root === null ? caFiles().certificates : [...caFiles().certificates, root];
    if (extra.length === 0) return null;
    const key = extra.join('\n');
    // Reading the system's certificates takes far longer than the request.
    const context =
      contexts.get(key) ?? createSecureContext({ ca: [...getCACertificates('default'), ...extra] });
    contexts.set(key, context);
    return context;
  }

  return {
    async routeTo({ protocol, hostname }) {
      const { proxyLoopback } = ports.network();
      const isProxied = proxyLoopback || !isLoopbackHost(hostname);
      return {
        proxy: isProxied ? readProxy(ports).proxy : null,
        secureContext: protocol === 'https:' ? await contextFor(hostname) : null,
      };
    },
    problems: () => [...caFiles().problems, ...readProxy(ports).problems],
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
        new GatehouseError('network.ca-unreadable', `The CA file ${path} is not used.`, {
          fix: 'Give the path of a PEM file in the workspace, relative to it.',
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
    throw new Error('The path leads out of the workspace.');
  return readFileSync(resolve(inside, path), 'utf8');
}

/** TLS passes over what it cannot read, without a word: it is read here first. */
function certificatesIn(text: string): readonly string[] {
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) throw new Error('The file holds no PEM certificate.');
  return found.map((pem) => new X509Certificate(pem).toString());
}

function readProxy({ network, resolveSecret }: OutgoingPorts): {
  readonly proxy: Proxy | null;
  readonly problems: readonly Problem[];
} {
  const settings = network().proxy;
  if (settings === undefined) return { proxy: null, problems: [] };
  const { hostname, port } = new URL(settings.url);
  const address = { host: plainHost(hostname), port: Number(port || 80) };
  const { username, password } = settings;
  if (username === undefined) return { proxy: { ...address, authorization: null }, problems: [] };
  const parsed = password === undefined ? { text: '' } : parseSecretValue(password);
  const text = 'text' in parsed ? parsed.text : resolveSecret(parsed.name);
  const problems = password === undefined ? [] : secretProblems(parsed, text);
  // Without the password that it should have, the proxy is better told nothing than something wrong.
  if (text === null) return { proxy: { ...address, authorization: null }, problems };
  const credentials = Buffer.from(`${username}:${text}`, 'utf8').toString('base64');
  return { proxy: { ...address, authorization: `Basic ${credentials}` }, problems };
}

function secretProblems(
  parsed: ReturnType<typeof parseSecretValue>,
  text: string | null,
): readonly Problem[] {
  const location = { file: 'gatehouse.json', pointer: '/network/proxy/password' };
  if ('text' in parsed)
    return [
      new GatehouseError('secret.in-clear', 'gatehouse.json holds the password of the proxy in clear text.', {
        fix: 'Store it as a secret and write {"$secret":"name"} instead.',
        location,
      }).toProblem('notice'),
    ];
  if (text !== null) return [];
  return [
    new GatehouseError('secret.unresolved', `The proxy's password ${parsed.name} is not stored.`, {
      fix: `Store a secret under the name ${parsed.name}.`,
      location,
    }).toProblem(),
  ];
}
