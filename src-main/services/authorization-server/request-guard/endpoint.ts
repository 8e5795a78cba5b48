import type { ExchangeNotes, HttpRequest, HttpResponse } from '#main/platform/http.ts';
import type { Form } from '#shared/oauth/index.ts';
import type { Runtime } from '../runtime.ts';

/** One path of the server. */
export interface Endpoint {
  readonly methods: readonly string[];
  /** True if scripts of other origins may read its answers. */
  readonly isOpenToScripts: boolean;
  /** The parameters of a request, from where they belong. */
  readonly read: (request: HttpRequest) => Form;
  readonly answer: (
    runtime: Runtime,
    request: HttpRequest,
    notes: ExchangeNotes,
    form: Form,
  ) => HttpResponse | Promise<HttpResponse>;
}
