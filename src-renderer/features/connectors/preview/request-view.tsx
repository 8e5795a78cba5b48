import { JsonCode, PlainCode } from '#renderer/ui/code.tsx';
import type { RemoteRequest } from '#shared/connectors/types.ts';
import { purposeText } from '../console/step-view.tsx';

/** A request as the configuration makes it: without what authenticates it. */
export function RequestView({ request }: { readonly request: RemoteRequest }) {
  const { method, path, query, headers, body } = request;
  const line = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  const fields = headers.map(([name, value]) => `${name}: ${value}`);
  return (
    <article className="studio-step" aria-label={purposeText(request.purpose)}>
      <h4 className="label">{purposeText(request.purpose)}</h4>
      <PlainCode text={[line, ...fields].join('\n')} />
      {body === undefined ? null : <JsonCode text={JSON.stringify(body, null, 2)} />}
    </article>
  );
}
