import type { HttpHandler } from '#main/platform/http.ts';
import { createRouter } from '#main/platform/router.ts';
import { parseForm } from '#shared/oauth/index.ts';
import { clientPage } from './pages.ts';
import { createResourceServer, type ResourceServerPorts } from './resource-server.ts';

/** What a callback meant to the run that it belongs to. */
export interface CallbackResult {
  readonly accepted: boolean;
  readonly sentence: string;
}

/** The sample client's part in a flow: where a run begins in the browser, and where the answer arrives. */
export interface SampleClientPorts {
  /** Authorization request of a run that waits for a browser; null for any other id. */
  readonly authorizationUrl: (runId: string) => string | null;
  /** Takes the parameters of an authorization response. RFC 6749 §4.1.2 */
  readonly callback: (parameters: ReadonlyMap<string, string>) => CallbackResult;
}

/** Serves the sample client (`/login`, `/cb`) and the sample resource server (`/orders`). */
export function createSampleUpstreams(
  client: SampleClientPorts,
  resourceServer: ResourceServerPorts,
): HttpHandler {
  const orders = createResourceServer(resourceServer);
  return createRouter([
    { path: '/login', methods: ['GET'], handler: (request) => login(client, request.query) },
    { path: '/cb', methods: ['GET'], handler: (request) => callback(client, request.query) },
    { path: '/orders', methods: ['GET', 'POST'], handler: orders },
  ]);
}

function login(client: SampleClientPorts, query: string) {
  const run = parseForm(query).fields.find(({ name }) => name === 'run')?.value ?? '';
  const url = client.authorizationUrl(run);
  if (url === null)
    return clientPage(
      404,
      'No run waits here',
      'Start the flow in Gatehouse and open its sign-in page again.',
    );
  const headers = ['Location', url, 'Cache-Control', 'no-store', 'Referrer-Policy', 'no-referrer'];
  return { status: 302, headers, body: '' };
}

function callback(client: SampleClientPorts, query: string) {
  const { fields, duplicates } = parseForm(query);
  if (duplicates.length > 0)
    return clientPage(400, 'The answer is ambiguous', `${duplicates.join(', ')} came more than once.`);
  const result = client.callback(new Map(fields.map(({ name, value }) => [name, value])));
  if (!result.accepted) return clientPage(400, 'The answer was not accepted', result.sentence);
  return clientPage(200, 'Back to Gatehouse', result.sentence);
}
