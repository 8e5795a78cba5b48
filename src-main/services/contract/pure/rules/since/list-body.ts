import { compileTemplate } from '../../templates.ts';
import { type KeyOf, type KeySearch, requestSearch } from './key-search.ts';

/** A request whose body is a list where only an object was taken. */
export function listBodyKey({ method, template }: KeyOf<'list-body'>): KeySearch {
  const matches = compileTemplate(template);
  return requestSearch({
    subject: `${method} ${template}`,
    severity: 'warning',
    templates: [template],
    applies: (request) => request.method === method && matches(request.segments),
    parts: ({ body }) => (Array.isArray(body) ? [{ part: 'body', path: [] }] : []),
  });
}
