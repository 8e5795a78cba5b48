import { parsedJson } from '../../text/decoding.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import { parseForm } from '../form.ts';
import type { MessageKind } from './entry.ts';
import { type ExplainQuery, type Explanation, explain } from './lookup.ts';
import { messageKindOf } from './message-kind.ts';
import type { ViewedExchange, ViewedField } from './viewed-exchange.ts';

/** Explains what stands in an exchange, in its order: request fields and headers, status, answer headers and members. */
export function explainExchange(
  exchange: ViewedExchange,
  kind: MessageKind = messageKindOf(exchange),
): readonly Explanation[] {
  const { request, response } = exchange;
  const queries: readonly Omit<ExplainQuery, 'kind'>[] = [
    ...request.fields.map(({ name, value, part }) => ({ place: part ?? 'body', name, value })),
    ...request.headers.map(({ name, value }) => ({ place: 'header' as const, name, value })),
    ...(response === null ? [] : responseQueries(response)),
  ];
  const found = queries.flatMap((query) => explain({ kind, ...query }) ?? []);
  const isEncrypted = exchange.origin.startsWith('https:');
  return [...found, ...(response === null ? [] : cookieConcerns(response.headers, isEncrypted))];
}

function responseQueries({
  status,
  headers,
  text,
  mediaType,
}: NonNullable<ViewedExchange['response']>): readonly Omit<ExplainQuery, 'kind'>[] {
  return [
    { place: 'status', name: String(status) },
    ...headers.flatMap(headerQueries),
    ...(text !== null && mediaType.endsWith('json') ? memberQueries(text) : []),
  ];
}

function headerQueries({ name, value }: ViewedField): readonly Omit<ExplainQuery, 'kind'>[] {
  const whole = { place: 'response-header', name, value } as const;
  switch (name.toLowerCase()) {
    case 'location':
      return [
        whole,
        ...locationFields(value).map((field) => ({
          place: 'location' as const,
          name: field.name,
          value: field.value,
        })),
      ];
    case 'set-cookie':
      return [whole, ...parts(value.split(';').slice(1), '=', 'Set-Cookie')];
    case 'content-security-policy':
      return [whole, ...parts(value.split(';'), ' ', 'Content-Security-Policy')];
    default:
      return [whole];
  }
}

/** Parts of a header such as `SameSite=Lax`, as names of their own. */
function parts(
  texts: readonly string[],
  separator: string,
  header: string,
): readonly Omit<ExplainQuery, 'kind'>[] {
  return texts.map((text) => {
    const [name = '', ...rest] = text.trim().split(separator);
    return { place: 'response-header', name: `${header}: ${name}`, value: rest.join(separator) };
  });
}

function locationFields(address: string) {
  const [, query = '', fragment = ''] = /^[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s.exec(address) ?? [];
  return [...parseForm(query).fields, ...parseForm(fragment).fields];
}

function memberQueries(text: string): readonly Omit<ExplainQuery, 'kind'>[] {
  const value = parsedJson(text);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, member]) => ({
    place: 'response-json',
    name,
    value: typeof member === 'object' ? '' : String(member),
  }));
}

/** Returns the weaknesses of cookies: each protective attribute that is missing. */
function cookieConcerns(headers: readonly ViewedField[], isEncrypted: boolean): readonly Explanation[] {
  const cookies = headers.filter(({ name }) => name.toLowerCase() === 'set-cookie');
  const wanted = ['HttpOnly', 'SameSite', ...(isEncrypted ? ['Secure'] : [])];
  return wanted.flatMap((attribute) => {
    const isMissing = cookies.some(({ value }) => !new RegExp(`;\\s*${attribute}\\b`, 'i').test(value));
    if (!isMissing) return [];
    const name = `Set-Cookie: ${attribute}`;
    const known = explain({ kind: 'page', place: 'response-header', name });
    return known?.without === undefined ? [] : [{ ...known, concern: `It is missing. ${known.without}` }];
  });
}
