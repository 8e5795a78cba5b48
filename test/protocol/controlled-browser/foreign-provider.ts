import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';

/** An OpenID provider that others wrote, with its own pages for development. */
export interface ForeignProvider {
  readonly issuer: string;
  close(): Promise<void>;
}

// It warns on the console of what a test server may leave as it is.
for (const method of ['info', 'warn'] as const) console[method] = () => undefined;

/** Stands it on port 0; `redirectUri` is where its one client takes answers. */
export async function startForeignProvider(redirectUri: string): Promise<ForeignProvider> {
  const server = createServer();
  const issuer = await listeningOrigin(server);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal',
        redirect_uris: [redirectUri],
        response_types: ['code', 'id_token'],
        grant_types: ['authorization_code', 'implicit'],
        token_endpoint_auth_method: 'none',
      },
    ],
    cookies: { keys: ['a key of the test'] },
    responseTypes: ['code', 'id_token'],
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    close: () => closeServer(server),
  };
}
