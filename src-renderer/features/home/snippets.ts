import type { ServiceStatus } from '#shared/api/index.ts';
import type { ServiceKey } from '#shared/exchange/exchange.ts';
import { sharedMessages } from '../../words/shared-messages.ts';

/** A text that is ready to be pasted into a terminal or a configuration. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

const messages = sharedMessages.snippets;

/** Names of the environment variables that carry a service's address. */
const variables: Readonly<Record<ServiceKey, string>> = {
  authorizationServer: 'GATEHOUSE_AS_URL',
  connectorHost: 'GATEHOUSE_CONNECTOR_URL',
  gateway: 'GATEHOUSE_GATEWAY_URL',
  platform: 'GATEHOUSE_PLATFORM_URL',
  sampleUpstreams: 'GATEHOUSE_SAMPLES_URL',
};

function serverSnippets(url: string): readonly Snippet[] {
  const token = `${url}/as/token.oauth2`;
  return [
    { id: 'discovery', label: messages.discovery, text: `${url}/.well-known/openid-configuration` },
    {
      id: 'environment',
      label: messages.environment,
      text: [
        `${variables.authorizationServer}=${url}`,
        `OAUTH_ISSUER=${url}`,
        `OAUTH_AUTHORIZATION_ENDPOINT=${url}/as/authorization.oauth2`,
        `OAUTH_TOKEN_ENDPOINT=${token}`,
      ].join('\n'),
    },
    // The secret is asked for at the terminal: it is written nowhere.
    {
      id: 'curl',
      label: messages.curl,
      text: `curl -u "$CLIENT_ID" -d grant_type=client_credentials ${token}`,
    },
  ];
}

/** Returns the snippets to copy for a running service. */
export function snippetsOf({ key, url }: Pick<ServiceStatus, 'key' | 'url'>): readonly Snippet[] {
  if (url === null) return [];
  const base = { id: 'url', label: messages.url, text: url };
  if (key === 'authorizationServer') return [base, ...serverSnippets(url)];
  return [
    base,
    { id: 'environment', label: messages.environment, text: `${variables[key]}=${url}` },
    { id: 'curl', label: messages.curl, text: `curl -i ${url}/` },
  ];
}
