import { z } from 'zod';

const port = z.number().int().min(0).max(65_535);
/** The settings that each listener has. `defaultPort` is the port of the service where the file names none. */
export const listenerSettings = (defaultPort: number) => ({
  port: port
    .default(defaultPort)
    .describe(
      'Port to listen on; 0: a free one. A port that is taken is an error: only the screens move on.',
    ),
  bind: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on; anything but loopback is an explicit choice.'),
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Base URL under which others reach the service, when it differs from the listener's."),
  allowedHosts: z
    .array(z.string().regex(/^(?:\*\.)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/))
    .max(100)
    .default([])
    .describe(
      'Further names under which the service answers, without a port; `*.example.com` for all below it. Others than these, loopback names, its own address and the host of `publicUrl` are answered with 421.',
    ),
  tls: z
    .boolean()
    .default(false)
    .describe("Whether it speaks TLS, with a certificate of the workspace's own CA."),
});
