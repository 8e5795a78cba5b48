import type { HttpHandler, HttpRequest, HttpResponse } from '#main/platform/http.ts';

const preflightSeconds = 600;

/**
 * Lets scripts of other origins read the answers, without cookies: for endpoints that a browser application calls by
 * itself. The authorization endpoint is not among them. RFC 9700 §2.6
 */
export function withCors(methods: string, handler: HttpHandler): HttpHandler {
  return (request, notes) => {
    if (request.headers.origin === undefined) return handler(request, notes);
    if (isPreflight(request)) return preflight(methods);
    const response = handler(request, notes);
    return response instanceof Promise ? response.then(readable) : readable(response);
  };
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function preflight(methods: string): HttpResponse {
  const headers = [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Allow-Methods',
    methods,
    'Access-Control-Allow-Headers',
    'Authorization, Content-Type',
    'Access-Control-Max-Age',
    String(preflightSeconds),
  ];
  return { status: 204, headers, body: '' };
}

function readable(response: HttpResponse): HttpResponse {
  const headers = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', 'WWW-Authenticate'];
  return { ...response, headers: [...response.headers, ...headers] };
}
