import { createServer, type IncomingMessage, type Server, request as sendOn } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A request to a proxy. */
export interface ProxiedRequest {
  /** Method and target, as in the request line. */
  readonly line: string;
  readonly authorization: string | undefined;
}

/** A forward proxy that notes what it is asked for. */
export interface ForwardProxy {
  readonly port: number;
  readonly seen: readonly ProxiedRequest[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that passes requests on and opens tunnels; every host is this machine to it. With `credentials`
 * (`user:password`) it serves only those who show them. RFC 9110 §7.6, §9.3.6
 */
export async function startForwardProxy(credentials: string | null = null): Promise<ForwardProxy> {
  const seen: ProxiedRequest[] = [];
  const sockets = new Set<Socket>();
  const expected = credentials === null ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    return socket;
  };
  const note = ({ method, url, headers }: IncomingMessage): boolean => {
    const authorization = headers['proxy-authorization'];
    seen.push({ line: `${method} ${url}`, authorization });
    return expected === undefined || authorization === expected;
  };
  const server: Server = createServer((request, response) => {
    if (!note(request)) return void response.writeHead(407).end();
    const { port, pathname, search } = new URL(request.url ?? '');
    const { 'proxy-authorization': _told, ...headers } = request.headers;
    const onward = sendOn(
      { host: '127.0.0.1', port, path: `${pathname}${search}`, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward.on('error', () => response.destroy()));
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    keep(socket);
    if (!note(request)) return void socket.end('HTTP/1.1 407 Who\r\n\r\n');
    const port = Number(request.url?.split(':').at(-1));
    const onward = keep(
      connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      }),
    );
  });
  server.on('connection', keep);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
