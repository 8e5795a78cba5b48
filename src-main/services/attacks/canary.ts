import { type AddressInfo, createServer, type Socket } from 'node:net';

/** An address that nobody has any business to call. */
export interface Canary {
  readonly origin: string;
  calls(): number;
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address and counts who comes. */
export async function openCanary(): Promise<Canary> {
  let calls = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls: () => calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
