import { type RequestField, type RequestTemplate, requestField } from '#shared/flows/index.ts';

/** A request as a command names it. */
export interface PastedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
}

const formType = 'application/x-www-form-urlencoded';

function fieldsIn(query: string): readonly RequestField[] {
  return [...new URLSearchParams(query)].map(([name, value]) => requestField(name, value));
}

/** The fields of a query string, of a form, or of an address with one; null: the text is none. */
export function pastedFields(text: string): readonly RequestField[] | null {
  const trimmed = text.trim();
  const query = URL.canParse(trimmed) ? new URL(trimmed).search : trimmed;
  if (!query.includes('=') || /[\s<>"]/.test(query)) return null;
  const fields = fieldsIn(query.replace(/^\?/, ''));
  return fields.length === 0 || fields.some(({ name }) => name === '') ? null : fields;
}

/** The list with the values of others: the first of a name takes the first value, what is new goes to the end. */
export function mergedFields(
  fields: readonly RequestField[],
  pasted: readonly RequestField[],
  isSame: (one: string, other: string) => boolean = (one, other) => one === other,
): readonly RequestField[] {
  const left = [...pasted];
  const filled = fields.map((field) => {
    const at = left.findIndex(({ name }) => isSame(name, field.name));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found === undefined ? field : { ...field, value: found.value, isOmitted: false };
  });
  return [...filled, ...left];
}

function isSameHeader(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The request with what a command says; its Host and its length stay what follows from the rest. */
export function withPastedRequest(request: RequestTemplate, pasted: PastedRequest): RequestTemplate {
  const { origin, pathname, search } = new URL(pasted.url);
  const headers = pasted.headers
    .filter(({ name }) => !/^(?:host|content-length|connection)$/i.test(name))
    .map(({ name, value }) => requestField(name, value));
  const type = headers.find(({ name }) => isSameHeader(name, 'content-type'))?.value ?? '';
  const isForm = pasted.body !== '' && type.toLowerCase().startsWith(formType);
  return {
    ...request,
    method: pasted.method,
    origin,
    path: pathname,
    query: [...fieldsIn(search)],
    headers: [...mergedFields(request.headers, headers, isSameHeader)],
    body: isForm
      ? { kind: 'form', fields: [...fieldsIn(pasted.body)] }
      : pasted.body === ''
        ? { kind: 'none' }
        : { kind: 'text', text: pasted.body, encoding: 'auto' },
  };
}
