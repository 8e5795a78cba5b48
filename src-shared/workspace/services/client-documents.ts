import { z } from 'zod';
import { isLoopbackHost } from '../../http/loopback.ts';

const origin = /^https:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?$/;

/** An origin on this machine, as `https://127.0.0.1:8443`. */
const developmentOriginSchema = z.string().refine((text) => isLoopbackHost(origin.exec(text)?.[1] ?? ''), {
  error: 'Use an https origin on this machine, without a path. Example: https://localhost:8443',
});

/** Clients that are described by a document at their client_id. draft-ietf-oauth-client-id-metadata-document-02 */
export const clientIdMetadataDocumentsSchema = z
  .object({
    enabled: z.boolean().default(false).describe('Whether a `client_id` may be the URL of such a document.'),
    minCacheSeconds: z
      .int()
      .min(30)
      .max(86_400)
      .default(30)
      .describe('Shortest time that a document is cached, in seconds, whatever its HTTP headers say.'),
    maxCacheSeconds: z
      .int()
      .min(30)
      .max(86_400)
      .default(86_400)
      .describe('Longest time that a document is cached, in seconds, whatever its HTTP headers say.'),
    developmentOrigins: z
      .array(developmentOriginSchema)
      .max(20)
      .default([])
      .describe(
        'Origins on this machine from which documents are fetched, for development. Other special-use addresses are never requested.',
      ),
  })
  .refine(({ minCacheSeconds, maxCacheSeconds }) => minCacheSeconds <= maxCacheSeconds, {
    path: ['minCacheSeconds'],
    error: 'The shortest time is longer than the longest one.',
  })
  .prefault({})
  .describe(
    'Client ID metadata documents. The registration policy decides about their scopes and grant types. draft-ietf-oauth-client-id-metadata-document-02',
  );
export type ClientIdMetadataDocuments = z.output<typeof clientIdMetadataDocumentsSchema>;
