import type { Manifest, TargetFile } from '#shared/workspace/index.ts';

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Tests whether everything that a target sends goes to the authorization server that is hosted here: to its port on
 * this machine, and through no proxy.
 */
export function isHostedTarget(target: TargetFile, { services: { authorizationServer } }: Manifest): boolean {
  const addresses = [
    target.issuer,
    target.authorization_endpoint,
    target.token_endpoint,
    target.introspection_endpoint,
    target.revocation_endpoint,
    target.userinfo_endpoint,
    target.jwks_uri,
    target.resource,
  ];
  return (
    target.proxy === undefined &&
    addresses.every((address) => address === undefined || isHosted(address, authorizationServer.port))
  );
}

function isHosted(address: string, port: number): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return loopback.has(url.hostname) && url.port === String(port);
}
