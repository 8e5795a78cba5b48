import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type LookupFunction } from 'node:net';
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { Gate } from '#main/platform/gate.ts';
import { directRoute, type Outgoing } from '#main/platform/outgoing.ts';
import type { RecordStore } from '#main/platform/ports.ts';
import type { Random } from '#shared/time/clock.ts';
import { documentAnswer } from './range-documents.ts';

/** The certificate of the host, and how the server of a range trusts it; both are read once for all ranges. */
export interface HostTrust {
  readonly hostContext: SecureContext;
  readonly secureContext: SecureContext;
}

/** A host of client ID metadata documents on this machine, by https. */
export interface RangeDocumentHost {
  readonly origin: string;
  close(): Promise<void>;
}

/** Makes the trust in the hosts of all ranges: one certificate serves them, since its key never leaves the process. */
export async function makeHostTrust(records: RecordStore, random: Random): Promise<HostTrust> {
  const authority = createCertificateAuthority({
    records,
    // Certificates are judged by the machine's own time.
    clock: systemClock,
    random,
    workspaceName: 'the attack range',
  });
  const hostContext = createSecureContext({ ...(await authority.serverCertificate(['127.0.0.1'])) });
  return { hostContext, secureContext: createSecureContext({ ca: [await authority.root()] }) };
}

/** Names of the range lead to this machine, as those of somebody who changes them between two look-ups. */
const lookUpInRange: LookupFunction = (_name, { all }, callback) => {
  if (all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** How requests of a range leave: as its gate lets them, with the names and the trust of the range. */
export function outgoingInRange(gate: Gate, { secureContext }: HostTrust): Outgoing {
  return {
    routeTo: async ({ protocol, hostname }) => ({
      ...directRoute,
      gate,
      ...(protocol === 'https:' && hostname === '127.0.0.1' ? { secureContext } : {}),
      ...(hostname.endsWith('.range.example') ? { lookUp: lookUpInRange } : {}),
    }),
    problems: () => [],
  };
}

/** Opens the host on a free port of the loopback address. */
export async function openDocumentHost(
  { hostContext: secureContext }: HostTrust,
  canary: string,
): Promise<RangeDocumentHost> {
  const counts = new Map<string, number>();
  let origin = '';
  const http = createHttpServer(({ url: target = '/' }, response) => {
    const before = counts.get(target) ?? 0;
    counts.set(target, before + 1);
    const name = /^\/documents\/([a-z-]+)$/.exec(target)?.[1] ?? '';
    const { status, headers, body } = documentAnswer(name, {
      url: `${origin}${target}`,
      before,
      origin,
      canary,
    });
    response.writeHead(status, headers).end(body);
  });
  // A server of its own would read the certificate again for each range.
  const server = createServer((socket) => {
    const secured = new TLSSocket(socket, { isServer: true, secureContext });
    secured.on('error', () => socket.destroy());
    http.emit('connection', secured);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
