import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { signInByHand } from './people.ts';

/** A client of an MCP server with its authorization, as an agent has it. */
export interface McpParty {
  /** Scopes that it asked for, one authorization after the other. */
  readonly asked: readonly string[];
  /** Resources that it asked tokens for. */
  readonly resources: readonly (string | null)[];
  /** Connects; signs in where the server asks for it. */
  connect(): Promise<void>;
  /** Calls a tool and gives its text; signs in again where more scopes are needed. */
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<unknown>;
  tools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Makes a client that is registered as `clientId` with the redirect URI of the sample client. */
export function mcpParty(
  url: string,
  authorizationServer: string,
  redirectUri: string,
  clientId = 'mcp-client',
): McpParty {
  let verifier = '';
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let discovered: Awaited<ReturnType<NonNullable<OAuthClientProvider['discoveryState']>>>;
  let waiting: URL | null = null;
  const asked: string[] = [];
  const resources: (string | null)[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'Agent' },
    clientInformation: () => ({ client_id: clientId, issuer: authorizationServer }),
    tokens: () => tokens,
    saveTokens: (given) => void (tokens = given),
    redirectToAuthorization(address) {
      waiting = address;
      asked.push(address.searchParams.get('scope') ?? '');
      resources.push(address.searchParams.get('resource'));
    },
    saveCodeVerifier: (given) => void (verifier = given),
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => void (discovered = given),
    discoveryState: () => discovered,
  };
  const start = () => new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
  let transport = start();
  let client = new Client({ name: 'agent', version: '1.0.0' });

  async function signIn(): Promise<void> {
    if (waiting === null) throw new Error('Nobody asked for a sign-in.');
    const query = Object.fromEntries(waiting.searchParams);
    const answer = await signInByHand({
      authorizationServer,
      query,
      username: 'ann',
      password: 'ann-password',
    });
    waiting = null;
    await transport.finishAuth(answer.searchParams);
  }

  async function signedIn<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof UnauthorizedError)) throw error;
      await signIn();
      return act();
    }
  }

  return {
    asked,
    resources,
    connect: () =>
      signedIn(async () => {
        transport = start();
        client = new Client({ name: 'agent', version: '1.0.0' });
        await client.connect(transport);
      }),
    call: (name, given = {}) =>
      signedIn(async () => {
        const { content } = await client.callTool({ name, arguments: given });
        const [first] = content as readonly { readonly text?: string }[];
        return JSON.parse(first?.text ?? 'null') as unknown;
      }),
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    close: () => client.close(),
  };
}
