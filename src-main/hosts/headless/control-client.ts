import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { type ControlAddress, isAnswering, openingPath, readControlAddress } from '#main/hosts/control.ts';
import type { Opening, OpeningKind } from '#main/hosts/open-screens.ts';
import type { Contract } from '#shared/api/index.ts';

/** The API of an engine, as a command calls it. */
export type ApiClient = ContractRouterClient<Contract>;

/** The API of the host that has this state open; null where none has. */
export async function connectToHost(stateDirectory: string): Promise<ApiClient | null> {
  const address = readControlAddress(stateDirectory);
  if (address === null || !(await isAnswering(address))) return null;
  return createORPCClient(
    new RPCLink({
      // The socket decides who answers: the name is only what HTTP wants to have.
      url: 'http://gatehouse.localhost/rpc',
      headers: { authorization: `Bearer ${address.token}` },
      fetch: async (request) => call(address, request),
    }),
  );
}

/** Asks the host that has this state open for a way to its screens. */
export async function askForOpening(
  stateDirectory: string,
  kind: OpeningKind,
): Promise<Opening | 'not-running' | 'no-screens'> {
  const address = readControlAddress(stateDirectory);
  if (address === null || !(await isAnswering(address))) return 'not-running';
  const headers = { authorization: `Bearer ${address.token}` };
  const url = `http://gatehouse.localhost${openingPath}${kind}`;
  const response = await call(address, new Request(url, { method: 'POST', headers }));
  return response.ok ? ((await response.json()) as Opening) : 'no-screens';
}

async function call({ socket }: ControlAddress, request: Request): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(
      {
        socketPath: socket,
        path: new URL(request.url).pathname,
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), 'content-length': body.length },
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return new Response(Buffer.concat(chunks), {
    status: incoming.statusCode ?? 500,
    headers: { 'content-type': incoming.headers['content-type'] ?? 'application/octet-stream' },
  });
}
