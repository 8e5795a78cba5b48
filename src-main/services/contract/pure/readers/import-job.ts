import { importJobSchema } from '#shared/consents/job.ts';
import type { ReadFact } from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { ReaderContext } from './artefact.ts';
import { type JsonLayout, jsonOrigin } from './json-origin.ts';
import type { JsonText } from './json-text.ts';
import { requestFact } from './request-fact.ts';

/** The request that a job sends for each row; null where the document is no job, none where it has no target yet. Spec 3 §4.1 */
export function importJobFacts(
  value: JsonValue,
  open: () => JsonText,
  context: ReaderContext,
): readonly ReadFact[] | null {
  const parsed = importJobSchema.safeParse(value);
  if (!parsed.success) return null;
  const { target, mapping, loading } = parsed.data;
  if (target === null) return [];
  const platform = context.platformOf(target);
  const base = platform?.baseUrl ?? '{{platform}}';
  const environment = platform?.environmentId ?? '{{environment}}';
  const members: Readonly<Record<string, JsonPath>> = {
    language: ['mapping', 'language'],
    revision: ['mapping', 'agreement'],
    consentedAt: ['mapping', 'consentedAt'],
  };
  const isTold = loading.pace?.mode === 'told';
  const layout: JsonLayout = {
    // The only statement of a job about its requests as a whole is their pace.
    whole: isTold ? ['loading', 'pace', 'perSecond'] : ['target'],
    url: ['target'],
    body: ([first]) => ({ path: (mapping === null ? undefined : members[String(first)]) ?? ['target'] }),
  };
  const raw = {
    method: 'POST',
    url: `${base}/environments/${environment}/users/{{user}}/agreementConsents/{{agreement}}`,
    headers: [
      ['content-type', `application/vnd.${context.mediaType}.consent.accept+json`],
      ['authorization', ''],
    ] as const,
    body: {
      language: { id: '{{language}}' },
      revision: { id: '{{revision}}' },
      consentedAt: '{{consentedAt}}',
    },
    isBound: true,
    client: {
      grantType: 'client_credentials',
      isPublic: false,
      role: null,
      perSecond: loading.pace?.mode === 'told' ? loading.pace.perSecond : null,
    },
  };
  return [requestFact(raw, context.hosts, jsonOrigin(open, layout))];
}
