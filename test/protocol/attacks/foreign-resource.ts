import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { auth } from 'express-oauth2-jwt-bearer';
import { resourceAudience } from './foreign-provider.ts';

/** A resource that others wrote the guard of. */
export interface ForeignResource {
  readonly url: string;
  close(): void;
}

/** Stands a resource on port 0 that takes the tokens of an issuer. */
export async function startResource(issuer: string): Promise<ForeignResource> {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(auth({ issuer, audience: resourceAudience, jwksUri: `${issuer}/jwks` }));
  app.all('/orders', (_request, response) => void response.json({ orders: [] }));
  const server = createServer(app);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
