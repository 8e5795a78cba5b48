import type { ClientAuthentication } from '../oauth/index.ts';
import { clientCredentials } from './definitions/parts.ts';
import { type RequestTemplate, requestFields } from './request.ts';

/** A client of a script: its way of authenticating, and the prefix of the names of its values (`b.`, or nothing). */
export interface ScriptClient {
  readonly authentication: ClientAuthentication;
  readonly prefix: string;
}

/** A request with the credentials of a client. */
export interface AuthenticatedRequest {
  readonly request: RequestTemplate;
  /** The party whose certificate the connection shows; null: none. */
  readonly connection: string | null;
}

type Pairs = readonly (readonly [name: string, value: string])[];
export type Credentials = ReturnType<typeof clientCredentials>;

/** The request with the credentials of a client, as that client sends them. */
export function authenticated(request: RequestTemplate, client: ScriptClient): AuthenticatedRequest {
  const credentials = clientCredentials(client.authentication, client.prefix);
  return {
    request: withCredentials(withoutNames(request, credentials), credentials),
    connection: partyOf(client),
  };
}

/** A form that names the client by itself, as a pushed request does, need not do it again. RFC 9126 §2.1 */
function withoutNames(request: RequestTemplate, { fields: added }: Credentials): RequestTemplate {
  const { body } = request;
  if (body.kind !== 'form') return request;
  const fields = body.fields.filter(({ name }) => !added.some(([own]) => own === name));
  return { ...request, body: { ...body, fields } };
}

/** The party of the script that a client is. */
export function partyOf({ prefix }: ScriptClient): string {
  return prefix.replace(/\.$/, '');
}

/** Headers go behind `Host`, fields to the end of the parameters of the request. */
export function withCredentials(request: RequestTemplate, { headers, fields }: Credentials): RequestTemplate {
  const at = request.headers.findIndex(({ name }) => name === 'Host') + 1;
  const withHeaders = { ...request, headers: request.headers.toSpliced(at, 0, ...requestFields(headers)) };
  const { body } = request;
  if (fields.length === 0) return withHeaders;
  if (body.kind === 'none') return { ...withHeaders, query: [...request.query, ...requestFields(fields)] };
  if (body.kind === 'form')
    return { ...withHeaders, body: { ...body, fields: [...body.fields, ...requestFields(fields)] } };
  return { ...withHeaders, body: { ...body, text: withTextFields(body.text, contentType(request), fields) } };
}

function contentType({ headers }: RequestTemplate): string {
  return headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
}

/** Parameters in a body of another type: a member each of a JSON object, a part each, or a form in all but name. */
function withTextFields(text: string, type: string, fields: Pairs): string {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? [];
  if (boundary !== undefined) {
    const parts = fields.map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    return parts.join('') + text;
  }
  if (type === 'application/json')
    return text.replace(/\}$/, `${fields.map(([name, value]) => `,"${name}":"${value}"`).join('')}}`);
  const encoded = (value: string) => value.replace(/\{\{([^{}]*)\}\}/g, '{{$1|form}}');
  return text + fields.map(([name, value]) => `&${name}=${encoded(value)}`).join('');
}
