import {
  bodyText,
  headerOf,
  type IsSecret,
  maskUrl,
  type StoredSummary,
  summariseExchange,
} from '#main/platform/exchange-summary.ts';
import type { ExchangeSummary, ExchangeView, ViewField, ViewMessage } from '#shared/api/index.ts';
import { portOf } from '#shared/exchange/exchange-pair.ts';
import {
  type Exchange,
  type HeaderList,
  mask,
  maskHeaderValue,
  maskMembers,
  type RecordedBody,
  secretKindOfHeader,
  secretKindOfName,
  secretsOfType,
} from '#shared/exchange/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import { isJsonObject } from '#shared/workspace/json-pointer.ts';
import { maskInputs } from './mask-inputs.ts';

/** A name and value of a message before masking, with the pointer by which the value can be revealed. */
interface Field {
  readonly name: string;
  readonly value: string;
  readonly pointer: string;
}

const isAnySecret: IsSecret = (name) => secretKindOfName(name) !== undefined;
const isStoredSecret: IsSecret = (name) => secretKindOfName(name) === 'stored';

function mediaTypeOf(headers: HeaderList): string {
  return headerOf(headers, 'content-type').split(';')[0]?.trim().toLowerCase() ?? '';
}

function formFields(text: string, part: string): readonly Field[] {
  return [...new URLSearchParams(text)].map(([name, value], index) => ({
    name,
    value,
    pointer: `${part}/${index}`,
  }));
}

function splitTarget(target: string): readonly [path: string, query: string] {
  const question = target.indexOf('?');
  return question < 0 ? [target, ''] : [target.slice(0, question), target.slice(question + 1)];
}

/** Query, form and (for redirects) Location fields of an exchange with their values in clear. */
export function clearFields(exchange: Exchange): readonly Field[] {
  const { request, response } = exchange;
  const [, query] = splitTarget(request.target);
  const isForm = mediaTypeOf(request.headers) === 'application/x-www-form-urlencoded';
  const form = isForm ? formFields(bodyText(request.body) ?? '', '/request/form') : [];
  const headers = (list: HeaderList, part: string) =>
    list.map(([name, value], index) => ({ name, value, pointer: `${part}/${index}` }));
  return [
    ...formFields(query, '/request/query'),
    ...form,
    ...headers(request.headers, '/request/headers'),
    ...headers(response?.headers ?? [], '/response/headers'),
  ];
}

function maskField({ name, value, pointer }: Field): ViewField {
  const secret = value === '' ? undefined : secretKindOfName(name);
  const part = pointer.startsWith('/request/query') ? 'query' : 'body';
  if (secret === undefined) return { name, value, part };
  const masked = { name, value: mask, secret, part } as const;
  return secret === 'stored' ? masked : { ...masked, pointer };
}

function maskHeader([name, value]: readonly [string, string], part: string, index: number): ViewField {
  const pointer = `${part}/headers/${index}`;
  const secret = secretKindOfHeader(name, value);
  if (secret !== undefined) {
    const masked = maskHeaderValue(name, value);
    return secret === 'stored' ? { name, value: masked, secret } : { name, value: masked, secret, pointer };
  }
  const masked = name.toLowerCase() === 'location' ? maskUrl(value) : value;
  return masked === value ? { name, value } : { name, value: masked, secret: 'artefact', pointer };
}

/** A field's value as screens and exports may show it, with its pointer where it is masked and may be shown. */
export function shownField(field: Field): { readonly value: string; readonly pointer?: string } {
  const isHeader = field.pointer.includes('/headers/');
  const { value, secret } = isHeader ? maskHeader([field.name, field.value], '', 0) : maskField(field);
  return secret === 'artefact' ? { value, pointer: field.pointer } : { value };
}

/** Text of a body with the secrets of forms, JSON members and hidden inputs masked. */
export function maskBody(text: string, mediaType: string, isSecret: IsSecret = isAnySecret): string {
  if (mediaType === 'application/x-www-form-urlencoded') return maskUrl(`?${text}`, isSecret).slice(1);
  if (mediaType.endsWith('json')) return maskMembers(text, secretsOfType(mediaType, isSecret));
  if (mediaType === 'text/html') return maskInputs(text, mask, isSecret);
  return text;
}

/** A body's text as screens may show it. */
export function shownText(text: string, headers: HeaderList): string {
  return maskBody(text, mediaTypeOf(headers));
}

function viewMessage(
  headers: HeaderList,
  body: RecordedBody,
  part: 'request' | 'response',
  query: string,
): ViewMessage {
  const mediaType = mediaTypeOf(headers);
  const text = bodyText(body);
  const form =
    part === 'request' && mediaType === 'application/x-www-form-urlencoded'
      ? formFields(text ?? '', '/request/form')
      : [];
  const fields = part === 'request' ? [...formFields(query, '/request/query'), ...form] : [];
  const masked = text === null ? null : maskBody(text, mediaType);
  return {
    headers: headers.map((header, index) => maskHeader(header, `/${part}`, index)),
    fields: fields.map(maskField),
    text: masked,
    ...(masked === text ? {} : { textPointer: `/${part}/body` }),
    mediaType,
    sizeBytes: body.sizeBytes,
    kept: body.kept,
  };
}

/** A summary as lists show it. */
export function listed(summary: StoredSummary): ExchangeSummary {
  const { origin, clientPort, tags, rule = '', ...shown } = summary;
  const ports = clientPort === 0 ? {} : { ports: `${clientPort} ${portOf(origin)}` };
  return { ...shown, rule, tags: [...tags], ...ports };
}

/** One line for lists; secrets masked. */
export function summarise(exchange: Exchange): ExchangeSummary {
  return listed(summariseExchange(exchange));
}

/** The whole exchange for a screen: secrets masked, artefacts with a pointer to reveal them. */
export function viewExchange(exchange: Exchange, counterpartId: string | null): ExchangeView {
  const { request, response } = exchange;
  const [, query] = splitTarget(request.target);
  return {
    ...summarise(exchange),
    origin: exchange.origin,
    request: viewMessage(request.headers, request.body, 'request', query),
    response:
      response === null
        ? null
        : {
            ...viewMessage(response.headers, response.body, 'response', ''),
            status: response.status,
            reason: response.reason,
          },
    failure: exchange.failure,
    trace: exchange.trace,
    faults: [...exchange.faults],
    counterpartId,
  };
}

/** A member of a JSON body: its value, and as screens may show it. Texts stand without their quotation marks. */
export interface BodyMember {
  readonly name: string;
  readonly clear: string;
  readonly shown: string;
}

/** Longer bodies are not taken apart: reading them would hold the engine's thread. */
const maxMembersLength = 262_144;

function membersOf(text: string): ReadonlyMap<string, string> | null {
  const value = parsedJson(text);
  if (!isJsonObject(value)) return null;
  return new Map(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'string' ? member : JSON.stringify(member),
    ]),
  );
}

/** The members of a body that is a JSON object; null where it is something else, or too long. */
export function bodyMembers(
  message: Pick<Exchange['request'], 'headers' | 'body'> | null,
  isSecret: IsSecret = isAnySecret,
): readonly BodyMember[] | null {
  const mediaType = message === null ? '' : mediaTypeOf(message.headers);
  const text = message === null ? null : bodyText(message.body);
  if (text === null || text.length > maxMembersLength || !mediaType.endsWith('json')) return null;
  const [clear, shown] = [membersOf(text), membersOf(maskBody(text, mediaType, isSecret))];
  if (clear === null || shown === null) return null;
  return [...clear].map(([name, value]) => ({ name, clear: value, shown: shown.get(name) ?? mask }));
}

/** The value behind an artefact's mask, or null where there is none that may be shown. */
export function revealField(exchange: Exchange, pointer: string): string | null {
  const message =
    pointer === '/request/body' ? exchange.request : pointer === '/response/body' ? exchange.response : null;
  if (message !== null) {
    const text = bodyText(message.body);
    return text === null ? null : maskBody(text, mediaTypeOf(message.headers), isStoredSecret);
  }
  const [, part, member] = /^\/(request|response)\/members\/(.*)$/s.exec(pointer) ?? [];
  if (part === 'request' || part === 'response')
    return bodyMembers(exchange[part], isStoredSecret)?.find(({ name }) => name === member)?.shown ?? null;
  const field = clearFields(exchange).find((candidate) => candidate.pointer === pointer);
  if (field === undefined) return null;
  const isHeader = pointer.includes('/headers/');
  const kind = isHeader ? secretKindOfHeader(field.name, field.value) : secretKindOfName(field.name);
  const isLocation = isHeader && field.name.toLowerCase() === 'location';
  return kind === 'artefact' || isLocation ? field.value : null;
}
