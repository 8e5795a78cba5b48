import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { plainHost } from '#main/platform/addresses.ts';
import type { Proxy, Route } from '#main/platform/outgoing.ts';
import type { ConnectorProperties } from '#shared/connectors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import { type ClientCertificate, readClientCertificate } from '../keystore/pkcs12.ts';
import type { ConnectorPorts } from '../ports.ts';
import type { ReadProperty } from '../secrets.ts';

/** Finds how a server is reached; only a trusted one is shown the client's certificate. */
export type FindRoute = (target: URL, isTrusted: boolean) => Promise<Route>;

/** Makes the ways out of a connector: its own proxy, certificate and leniency, over what the workspace prescribes. */
export function createOutboundRoutes(
  properties: ConnectorProperties,
  ports: Pick<ConnectorPorts, 'outgoing' | 'keystore'>,
  secret: ReadProperty,
): FindRoute {
  const { acceptSelfSignedCertificates: takesAnyIssuer, disableHostNameVerifier: takesAnyHost } = properties;
  const leniency = takesAnyIssuer || takesAnyHost ? { leniency: { takesAnyIssuer, takesAnyHost } } : {};
  const contexts = new Map<string, SecureContext>();
  let certificate: Promise<ClientCertificate> | null = null;

  function readCertificate(alias: string): Promise<ClientCertificate> {
    const keystore = ports.keystore();
    if (keystore === null)
      throw new ConnectorFailure(
        'CONFIGURATION',
        'clientCertAlias is set, and the workspace has no keystore.',
        {
          fix: 'Put a PKCS#12 file into the workspace, or clear clientCertAlias.',
        },
      );
    return readClientCertificate({ keystore, alias, keyPassword: secret('clientCertPassword') });
  }

  async function withCertificate(route: Route, alias: string): Promise<Route> {
    certificate ??= Promise.resolve(readCertificate(alias)).catch((error: unknown) => {
      certificate = null;
      throw error;
    });
    const { certificates: cert, key } = await certificate;
    const extra = route.extraCertificates ?? [];
    const id = extra.join('\n');
    const context =
      contexts.get(id) ?? contextOf({ ca: [...getCACertificates('default'), ...extra], cert, key }, alias);
    contexts.set(id, context);
    return { ...route, secureContext: context };
  }

  return async (target, isTrusted) => {
    const route = { ...(await ports.outgoing.routeTo(target)), ...leniency };
    const own = ownProxy(properties, secret);
    const way = own === null ? route : { ...route, proxy: own };
    const alias = properties.clientCertAlias ?? '';
    return alias === '' || !isTrusted || target.protocol !== 'https:' ? way : withCertificate(way, alias);
  };
}

/** @throws ConnectorFailure CONFIGURATION where nothing can be shown with such a key */
function contextOf(options: SecureContextOptions, alias: string): SecureContext {
  try {
    return createSecureContext(options);
  } catch (cause) {
    throw new ConnectorFailure('CONFIGURATION', `TLS does not take the certificate of ${alias}.`, {
      fix: 'Make one with a key that is large enough, such as RSA of 2048 bits, and with a hash that is in use.',
      cause,
    });
  }
}

/** RFC 7617 §2 */
function ownProxy(properties: ConnectorProperties, secret: ReadProperty): Proxy | null {
  const { httpProxyHost, httpProxyPort, httpProxyUsername } = properties;
  if (httpProxyHost === null || httpProxyHost === '') return null;
  const address = { host: plainHost(httpProxyHost), port: httpProxyPort ?? 80 };
  if (httpProxyUsername === null || httpProxyUsername === '') return { ...address, authorization: null };
  const credentials = `${httpProxyUsername}:${secret('httpProxyPassword') ?? ''}`;
  return { ...address, authorization: `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` };
}
