import type { HttpHandler, HttpResponse } from './http.ts';

export interface Route {
  readonly path: string;
  /** Methods that the handler takes; the router answers the others with 405. */
  readonly methods: readonly string[];
  readonly handler: HttpHandler;
}

function plain(status: number, text: string, headers: readonly string[] = []): HttpResponse {
  return { status, headers: ['Content-Type', 'text/plain;charset=UTF-8', ...headers], body: `${text}\n` };
}

/** Joins routes by exact path: 404 for an unknown path, 405 with `Allow` for a method that none takes. */
export function createRouter(routes: readonly Route[]): HttpHandler {
  const byPath = Map.groupBy(routes, (route) => route.path);
  return (request, notes) => {
    const found = byPath.get(request.path);
    if (found === undefined) return plain(404, 'This path does not exist.');
    const route = found.find((candidate) => candidate.methods.includes(request.method));
    if (route !== undefined) return route.handler(request, notes);
    const allow = found.flatMap((candidate) => candidate.methods).join(', ');
    return plain(405, `This path accepts ${allow}.`, ['Allow', allow]);
  };
}
