import { providerCallbackPath } from '#shared/oauth/index.ts';
import { type AttackedApplication, applicationValues } from './application-values.ts';
import type { RangeAddresses } from './range-registrations.ts';

/** Where the servers of a range listen; empty until they do. */
export interface Origins {
  readonly authorizationServer: string;
  readonly samples: string;
  readonly maliciousServer: string;
  readonly gateway: string;
}

/** The addresses of a range that its registrations name. */
export function addressesOf(origins: Origins): RangeAddresses {
  return {
    // The second one is where the application expects the malicious server to answer: it got itself registered there.
    applicationRedirectUris: ['home', 'hostile'].map((name) => `${origins.samples}/client/callback/${name}`),
    resource: `${origins.samples}/orders`,
    mcpAudiences: [`${origins.samples}/mcp`, 'https://else.example/mcp', `${origins.gateway}/orders`],
    upstreamResource: `${origins.maliciousServer}/orders`,
    issuer: origins.authorizationServer,
    providerCallback: origins.authorizationServer + providerCallbackPath,
  };
}

/** The addresses by the names under which cases know them. */
export function valuesOf(
  origins: Origins,
  canary: string,
  documents: string,
  otherIssuer: string,
): ReadonlyMap<string, string> {
  const { host, port } = new URL(canary);
  return new Map([
    ['canary', canary],
    ['canary_authority', host],
    ['canary_port', port],
    ['documents', `${documents}/documents`],
    ['samples', origins.samples],
    ['application', `${origins.samples}/client`],
    ['counterfeit', origins.maliciousServer],
    ['gateway', origins.gateway],
    ['attacker', 'https://attacker.example'],
    ['authorization_server', origins.authorizationServer],
    ['other_issuer', otherIssuer],
    ...applicationValues(applicationAt(origins.samples)),
  ]);
}

/** The simulated application, which has a page for each purpose. */
function applicationAt(samples: string): AttackedApplication {
  return {
    start: `${samples}/client/start?provider=home`,
    account: `${samples}/client/`,
    shows: 'Signed in as ann',
    onward: `${samples}/client/continue`,
    onwardParameter: 'next',
  };
}
