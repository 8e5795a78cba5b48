import { createServer } from 'node:http';
import express from 'express';
import { auth } from 'express-oauth2-jwt-bearer';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import { resourceAudience } from './foreign-provider.ts';

/** A resource that others wrote the guard of. */
export interface ForeignResource {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands a resource on port 0 that takes the tokens of an issuer. */
export async function startResource(issuer: string): Promise<ForeignResource> {
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.use(auth({ issuer, audience: resourceAudience, jwksUri: `${issuer}/jwks` }));
  app.all('/orders', (_request, response) => void response.json({ orders: [] }));
  const server = createServer(app);
  const origin = await listeningOrigin(server);
  return {
    url: `${origin}/orders`,
    close: () => closeServer(server),
  };
}
