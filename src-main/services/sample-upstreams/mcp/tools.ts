import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { HttpRequest, HttpResponse } from '#main/platform/http.ts';
import { required } from '../resource/context.ts';
import { orders } from '../resource/methods.ts';
import type { McpContext } from './context.ts';

const maxItemLength = 100;
const maxQuantity = 100;
/** Fields of one connection, and the length, which the body says itself. */
const notPassed: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
]);

/** Has the MCP server answer a request whose token was checked. MCP 2026-07-28, Streamable HTTP */
export async function answerMcp(context: McpContext): Promise<HttpResponse> {
  const handler = createMcpHandler(() => serverFor(context), {
    // No request stays open: nothing here changes by itself.
    maxSubscriptions: 0,
    keepAliveMs: 0,
  });
  try {
    const response = await handler.fetch(requestOf(context.request));
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: [...response.headers].flat(), body };
  } finally {
    await handler.close();
  }
}

function requestOf({ method, origin, target, rawHeaders, body }: HttpRequest): Request {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!notPassed.has(name.toLowerCase())) headers.append(name, rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(target, origin), {
    method,
    headers,
    ...(hasBody ? { body: new Uint8Array(body) } : {}),
  });
}

function serverFor({ placed, shownOwner }: McpContext): McpServer {
  const owner = required(shownOwner);
  const server = new McpServer({ name: 'gatehouse-sample', version: '1.0.0' });
  server.registerTool(
    'list_orders',
    {
      title: 'List orders',
      description: 'Lists the orders of the caller, with the one behind a handle.',
      inputSchema: z.object({ handle: z.string().optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ handle }) => {
      const order = handle === undefined ? null : placed.find(handle, owner);
      return answer({ owner: owner.name, orders: order === null ? orders : [...orders, order] });
    },
  );
  server.registerTool(
    'create_order',
    {
      title: 'Create order',
      description: 'Places an order and returns a handle for it.',
      inputSchema: z.object({
        item: z.string().min(1).max(maxItemLength),
        quantity: z.int().min(1).max(maxQuantity),
      }),
    },
    ({ item, quantity }) => answer({ owner: owner.name, ...placed.place(owner, item, quantity) }),
  );
  return server;
}

function answer(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}
