import type { ExchangeNotes, HttpRequest } from '#main/platform/http.ts';
import type { PipelineContext } from '#main/platform/pipeline.ts';
import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { DocumentRun } from './client-documents/document-run.ts';
import type { OAuthError } from './errors.ts';
import type { Runtime } from './runtime.ts';

/** Context of every request on its way through its pipeline. */
export interface RequestContext extends PipelineContext<OAuthError> {
  readonly runtime: Runtime;
  readonly settings: AuthorizationServerSettings;
  readonly request: HttpRequest;
  readonly notes: ExchangeNotes;
  readonly nowMillis: number;
  /** The document at the client_id, on its way through its checks; null: there is none. */
  document: DocumentRun | null;
}

/** Creates what the contexts of all requests have in common, before any step has run. */
export function startContext(runtime: Runtime, request: HttpRequest, notes: ExchangeNotes): RequestContext {
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    runtime,
    settings: runtime.settings(),
    request,
    notes,
    nowMillis: runtime.clock.nowMillis(),
    document: null,
  };
}
