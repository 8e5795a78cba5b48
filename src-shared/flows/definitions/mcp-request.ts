import { addressed, type RequestTemplate, requestFields } from '../request.ts';

/** Revision of the Model Context Protocol whose requests are sent. */
export const mcpRevision = '2026-07-28';

/** A call of a method of an MCP server. */
export interface McpCall {
  readonly id: number;
  readonly method: 'tools/list' | 'tools/call';
  /** Members of `params` as JSON text without braces: a template; empty: none. */
  readonly params: string;
  /** Name of the tool: a template; empty: the method has none. */
  readonly name: string;
}

const meta = JSON.stringify({
  'io.modelcontextprotocol/protocolVersion': mcpRevision,
  'io.modelcontextprotocol/clientInfo': { name: 'Gatehouse', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
});

/** A request of an MCP client over Streamable HTTP. `token` is a template; null: none is sent. MCP 2026-07-28, Transports */
export function mcpRequest(
  url: string,
  { id, method, params, name }: McpCall,
  token: string | null,
): RequestTemplate {
  const members = params === '' ? '' : `,${params}`;
  return {
    ...addressed(url),
    method: 'POST',
    query: [],
    version: 'HTTP/1.1',
    headers: requestFields([
      ['Host', '{{host}}'],
      ...(token === null ? [] : ([['Authorization', `Bearer ${token}`]] as const)),
      ['Accept', 'application/json, text/event-stream'],
      ['MCP-Protocol-Version', mcpRevision],
      ['Mcp-Method', method],
      ...(name === '' ? [] : ([['Mcp-Name', name]] as const)),
      ['Content-Type', 'application/json'],
      ['Content-Length', '{{content_length}}'],
      ['Connection', 'close'],
    ]),
    body: {
      kind: 'text',
      text: `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":{"_meta":${meta}${members}}}`,
      encoding: 'auto',
    },
  };
}
