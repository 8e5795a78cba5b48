import type { WireResponse } from '#main/platform/client-request.ts';
import type { RemoteStep, StepPurpose, StepRequest, StepResponse } from '#shared/connectors/index.ts';
import type { Masking } from './masking.ts';
import type { Fields } from './message.ts';

/** A step with an outcome that is not yet known. */
export type DraftStep = { -readonly [Name in keyof RemoteStep]: RemoteStep[Name] };

/** Longest body of a step, in UTF-16 units. */
const maxBodyLength = 1_048_576;

interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly headers: Fields;
  readonly body: string | null;
}

/** A request as people may see it. */
export function shownRequest({ method, url, headers, body }: RequestParts, masking: Masking): StepRequest {
  return {
    method,
    url: masking.url(url),
    headers: masking.headers(headers),
    body: masking.body(body ?? '').slice(0, maxBodyLength),
  };
}

/** An answer as people may see it; `text` is its body without content coding. */
export function shownResponse(
  { status, reason, headers }: Pick<WireResponse, 'status' | 'reason' | 'headers'>,
  text: string,
  masking: Masking,
): StepResponse {
  // A secret at the border would show its beginning if the text were cut first.
  const body = masking.body(text);
  return {
    status,
    reason,
    headers: masking
      .headers(headers)
      .map(([name, value]) => [name, name.toLowerCase() === 'location' ? masking.url(value) : value]),
    body: body.slice(0, maxBodyLength),
    isCut: body.length > maxBodyLength,
  };
}

/** A step with a known request only. */
export function newStep(purpose: StepPurpose, request: StepRequest, notes: readonly string[]): DraftStep {
  return {
    purpose,
    request,
    response: null,
    failure: null,
    rule: null,
    durationMillis: 0,
    exchangeId: null,
    notes,
  };
}
