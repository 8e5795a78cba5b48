import type { ClientFact, ReadFact } from '#shared/contract/facts.ts';
import type { RequestTemplate } from '#shared/flows/request.ts';
import { flowFileSchema } from '#shared/workspace/flow-file.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { encodeLoosely } from '../hosts.ts';
import type { ReaderContext } from './artefact.ts';
import { type JsonLayout, jsonOrigin } from './json-origin.ts';
import { type JsonText, openedOnce } from './json-text.ts';
import { requestFact } from './request-fact.ts';
import { withQueryText } from './url-edit.ts';

/** The requests of a saved flow; null where the document is none. */
export function flowFacts(
  value: JsonValue,
  open: () => JsonText,
  context: ReaderContext,
): readonly ReadFact[] | null {
  const parsed = flowFileSchema.safeParse(value);
  if (!parsed.success) return null;
  const { script, client_id: clientId, target } = parsed.data;
  const opened = openedOnce(open);
  const client: ClientFact = { grantType: null, isPublic: context.isPublicClient(clientId), role: null };
  const issuer = target === undefined ? null : context.issuerOf(target);
  // A flow without a script has its requests made when it runs, for the server as it is then.
  return (script?.steps ?? []).flatMap((step, index): readonly ReadFact[] => {
    if (step.act !== 'send' && step.act !== 'browse') return [];
    const { request } = step;
    const path: JsonPath = ['script', 'steps', index, 'request'];
    const origin = issuer !== null && request.origin.includes('{{') ? originOf(issuer) : request.origin;
    const raw = {
      method: request.method,
      url: withQueryText(`${origin}${request.path}`, formText(request.query)),
      headers: request.headers.filter(isSent).map(({ name, value: text }) => [name, text] as const),
      ...bodyOf(request),
      client,
      isBound: true,
    };
    return [requestFact(raw, context.hosts, jsonOrigin(opened, layoutOf(request, path)))];
  });
}

type Field = RequestTemplate['query'][number];

const isSent = ({ isOmitted }: Field): boolean => !isOmitted;

function bodyOf({ body }: RequestTemplate): { readonly bodyText?: string } {
  if (body.kind === 'none') return {};
  return { bodyText: body.kind === 'form' ? formText(body.fields) : body.text };
}

function formText(fields: readonly Field[]): string {
  return fields
    .filter(isSent)
    .map(({ name, value }) => `${encodeLoosely(name)}=${encodeLoosely(value)}`)
    .join('&');
}

function layoutOf({ query, headers, body }: RequestTemplate, path: JsonPath): JsonLayout {
  const fieldAt = (member: JsonPath, fields: readonly Field[], name: string): JsonPath | null => {
    const index = fields.findIndex(
      (field) => isSent(field) && field.name.toLowerCase() === name.toLowerCase(),
    );
    return index < 0 ? null : [...path, ...member, index, 'value'];
  };
  return {
    whole: path,
    method: [...path, 'method'],
    url: [...path, 'path'],
    header: (name) => fieldAt(['headers'], headers, name),
    query: (name) => fieldAt(['query'], query, name),
    form(name) {
      const at = body.kind === 'form' ? fieldAt(['body', 'fields'], body.fields, name) : null;
      return at === null ? null : { path: at, isText: false };
    },
    body: (within) =>
      body.kind === 'text' ? { path: [...path, 'body', 'text'], within } : { path: [...path, 'body'] },
  };
}

function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(url)?.[0] ?? url;
}
