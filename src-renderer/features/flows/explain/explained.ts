import type { RequestTemplate } from '#shared/flows/index.ts';
import type { ViewedExchange } from '#shared/oauth/explain/index.ts';

/** A request that has not been sent, in the form in which exchanges are explained. */
export function templateExchange(request: RequestTemplate): ViewedExchange {
  const { method, path, query, headers, body, origin } = request;
  const form = body.kind === 'form' ? body.fields : [];
  const sent = (fields: typeof query, part?: 'query' | 'body') =>
    fields.filter(({ isOmitted }) => !isOmitted).map(({ name, value }) => ({ name, value, part }));
  return {
    method,
    target: path,
    origin,
    request: { headers: sent(headers), fields: [...sent(query, 'query'), ...sent(form, 'body')] },
    response: null,
  };
}
