import { compileTemplate } from '../../templates.ts';
import { type KeyOf, type KeySearch, requestSearch } from './key-search.ts';

/** A request to a path that was not there before. */
export function pathKey({ method, template }: KeyOf<'path'>): KeySearch {
  const matches = compileTemplate(template);
  const path = template.replace(/\/\*\*$/, '');
  return requestSearch({
    subject: method === undefined ? path : `${method} ${path}`,
    severity: 'error',
    templates: [template],
    applies: (request) => (method === undefined || request.method === method) && matches(request.segments),
    parts: () => [{ part: 'path' }],
  });
}
