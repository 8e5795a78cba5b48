import { z } from 'zod';
import { formatRequestText, parseRequestText } from './raw-text.ts';
import { type RequestField, type RequestTemplate, requestField } from './request.ts';

/** Where in a request an edit takes hold: `query.redirect_uri`, `form.code`, `header.Authorization`, or a part of its own. */
const placeSchema = z.string().regex(/^(?:(?:query|form|header)\..+|method|path|version|origin|body|raw)$/);

/** One change to a request, as data: what the catalogue of attacks and saved flows are written in. */
export const requestEditSchema = z.discriminatedUnion('op', [
  /** Gives the first field of the name another value, or adds the field at the end. */
  z.object({
    op: z.literal('set'),
    place: placeSchema,
    value: z.string(),
    encoding: z.enum(['auto', 'raw']).optional(),
  }),
  z.object({ op: z.literal('remove'), place: placeSchema }),
  /** Puts another field of the name behind the first one, or before it. */
  z.object({
    op: z.literal('duplicate'),
    place: placeSchema,
    value: z.string().optional(),
    at: z.enum(['before', 'after']).default('after'),
  }),
  /** Adds a field, also where the name is there already. */
  z.object({
    op: z.literal('add'),
    place: placeSchema,
    value: z.string(),
    encoding: z.enum(['auto', 'raw']).optional(),
  }),
  z.object({ op: z.literal('rename'), place: placeSchema, value: z.string() }),
  /** Moves the first field of the name to this position, counted from 0. */
  z.object({ op: z.literal('move'), place: placeSchema, to: z.number().int().nonnegative() }),
  /** Text of the request that is replaced as bytes. */
  z.object({ op: z.literal('replace'), find: z.string().min(1), value: z.string() }),
]);

export type RequestEdit = z.infer<typeof requestEditSchema>;
type List = 'query' | 'header' | 'form';

/** The request after the edits, one after the other. */
export function editRequest(request: RequestTemplate, edits: readonly RequestEdit[]): RequestTemplate {
  return edits.reduce(editOnce, request);
}

function editOnce(request: RequestTemplate, edit: RequestEdit): RequestTemplate {
  if (edit.op === 'replace')
    return parseRequestText(
      formatRequestText(request).replaceAll(edit.find, () => edit.value),
      request.origin,
    );
  const [kind = '', ...rest] = edit.place.split('.');
  const name = rest.join('.');
  if (kind === 'query' || kind === 'header' || kind === 'form')
    return withList(request, kind, (fields) => editList(fields, name, edit, kind));
  return editPart(request, kind, edit);
}

function editPart(request: RequestTemplate, part: string, edit: RequestEdit): RequestTemplate {
  const value = 'value' in edit && edit.value !== undefined ? edit.value : '';
  switch (part) {
    case 'method':
    case 'path':
    case 'version':
    case 'origin':
      return { ...request, [part]: value };
    case 'raw': {
      const { raw: _raw, ...fields } = request;
      return edit.op === 'remove' ? fields : { ...fields, raw: value };
    }
    default:
      return {
        ...request,
        body: edit.op === 'remove' ? { kind: 'none' } : { kind: 'text', text: value, encoding: 'raw' },
      };
  }
}

function withList(
  request: RequestTemplate,
  list: List,
  change: (fields: readonly RequestField[]) => RequestField[],
): RequestTemplate {
  if (list === 'query') return { ...request, query: change(request.query) };
  if (list === 'header') return { ...request, headers: change(request.headers) };
  const fields = request.body.kind === 'form' ? request.body.fields : [];
  return { ...request, body: { kind: 'form', fields: change(fields) } };
}

function editList(
  fields: readonly RequestField[],
  name: string,
  edit: Exclude<RequestEdit, { op: 'replace' }>,
  list: List,
): RequestField[] {
  const isNamed = (field: RequestField) =>
    list === 'header' ? field.name.toLowerCase() === name.toLowerCase() : field.name === name;
  const at = fields.findIndex(isNamed);
  const found = fields[at];
  const made = (value: string, encoding: RequestField['encoding'] = 'auto') => ({
    ...requestField(name, value),
    encoding,
  });
  switch (edit.op) {
    case 'set': {
      const field = made(edit.value, edit.encoding);
      return found === undefined
        ? added(fields, field, list)
        : fields.with(at, { ...field, name: found.name });
    }
    case 'add':
      return added(fields, made(edit.value, edit.encoding), list);
    case 'remove':
      return fields.filter((field) => !isNamed(field));
    case 'duplicate': {
      if (found === undefined) return [...fields];
      const twin = { ...found, value: edit.value ?? found.value };
      return fields.toSpliced(edit.at === 'before' ? at : at + 1, 0, twin);
    }
    case 'rename':
      return found === undefined ? [...fields] : fields.with(at, { ...found, name: edit.value });
    case 'move':
      return found === undefined ? [...fields] : fields.toSpliced(at, 1).toSpliced(edit.to, 0, found);
  }
}

/** New headers go before `Connection`, which ends the head of every request made here. */
function added(fields: readonly RequestField[], field: RequestField, list: List): RequestField[] {
  const last = fields.at(-1);
  const isBefore = list === 'header' && last?.name === 'Connection';
  return isBefore ? fields.toSpliced(-1, 0, field) : [...fields, field];
}
