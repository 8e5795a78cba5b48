/** The part of json-server that the tests use. */
declare module 'json-server' {
  import type { RequestListener, Server } from 'node:http';

  type Middleware = RequestListener | readonly RequestListener[];

  interface Application {
    use(middleware: Middleware): void;
    listen(port: number, host: string): Server;
  }

  const jsonServer: {
    create(): Application;
    defaults(options: { readonly logger: boolean }): Middleware;
    router(data: object): Middleware;
  };
  export default jsonServer;
}
