import { z } from 'zod';

const port = z.int().min(0).max(65_535);
/** The settings that each listener has. `defaultPort` is the port of the service where the file names none. */
export const listenerSettings = (defaultPort: number) => ({
  port: port
    .default(defaultPort)
    .describe(
      'Port to listen on. 0: a free port. A port in use is an error, except for the screens, which use the next free port.',
    ),
  bind: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. Any address except loopback must be set explicitly.'),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Base URL under which others reach the service, if it differs from the listener.'),
  allowedHosts: z
    .array(z.string().regex(/^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/))
    .max(100)
    .default([])
    .describe(
      'Additional accepted host names, without a port; `*.example.com` includes subdomains. All other names except loopback, the own address and the host of `publicUrl` get status 421.',
    ),
  tls: z
    .boolean()
    .default(false)
    .describe('Whether the service uses TLS, with a certificate of the CA of the workspace.'),
});
