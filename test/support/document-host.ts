import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { directRoute, type Outgoing } from '#main/platform/outgoing.ts';
import type { ClientIdMetadataDocuments } from '#shared/workspace/index.ts';

/** A CA of its own and one certificate, for all hosts of a test file. */
const made = (async () => {
  const kept = new Map<string, unknown>();
  const authority = createCertificateAuthority({
    records: {
      put: (_kind, id, value) => void kept.set(id, value),
      remove: () => undefined,
      usage: async () => ({ count: 0, sizeBytes: 0 }),
      clear: async () => 0,
      isStuck: () => false,
      commit: async () => undefined,
      get: async <T>(_kind: string, id: string) => (kept.get(id) as T | undefined) ?? null,
      list: async () => [],
      purgeExpired: async () => 0,
    },
    clock: { nowMillis: () => Date.now() },
    random: { bytes: (count) => randomBytes(count) },
    workspaceName: 'documents',
  });
  const pair = await authority.serverCertificate(['127.0.0.1', 'localhost']);
  return { pair, root: await authority.root() };
})();

/** A server of client ID metadata documents on this machine, by https. */
export interface DocumentHost {
  readonly origin: string;
  /** Paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** How a server trusts it and reaches it; names beside its own lead where `names` says. */
  readonly outgoing: Outgoing;
  /** The settings under which documents are fetched from it. */
  readonly settings: ClientIdMetadataDocuments;
  /** Puts a document of a public client at a path and returns its URL; members that are undefined are left out. */
  publish(
    path: string,
    members?: Readonly<Record<string, unknown>>,
    headers?: Readonly<Record<string, string>>,
  ): string;
  /** Answers a path in another way. */
  answer(path: string, listener: RequestListener): string;
  close(): void;
}

export const documentRedirect = 'https://app.example/cb';

/** Stands such a server on a free port. */
export async function startDocumentHost(names: Readonly<Record<string, string>> = {}): Promise<DocumentHost> {
  const { pair, root } = await made;
  const answers = new Map<string, RequestListener>();
  const asked: string[] = [];
  const server = createServer(pair, (request, response: ServerResponse) => {
    const path = request.url ?? '';
    asked.push(path);
    const listener = answers.get(path);
    if (listener === undefined) response.writeHead(404).end();
    else listener(request, response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const secureContext = createSecureContext({ ca: [root] });
  const lookUp: LookupFunction = (name, _options, callback) =>
    callback(null, [{ address: names[name] ?? '127.0.0.1', family: 4 }]);
  return {
    origin,
    asked,
    outgoing: { routeTo: async () => ({ ...directRoute, secureContext, lookUp }), problems: () => [] },
    settings: { enabled: true, minCacheSeconds: 30, maxCacheSeconds: 86_400, developmentOrigins: [origin] },
    publish(path, members = {}, headers = {}) {
      const url = `${origin}${path}`;
      const document = {
        client_id: url,
        client_name: 'Desk',
        redirect_uris: [documentRedirect],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        ...members,
      };
      answers.set(path, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(document));
      });
      return url;
    },
    answer(path, listener) {
      answers.set(path, listener);
      return `${origin}${path}`;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
