import type { HttpResponse } from '#main/platform/http.ts';
import type { Step } from '#main/platform/pipeline.ts';

/** Change to an answer before it goes out; null: it goes as it was made, with all that protects it. */
export interface GuardedResponse {
  altered: AlterResponse | null;
}

export type AlterResponse = (response: HttpResponse) => HttpResponse;

/** The first step of an endpoint, so that it holds for refusals too: the answer goes out with all that protects it. */
export function guardStep(rule: string, clause: string): Step<GuardedResponse> {
  return { id: 'answer-guarded', rule, clause, check: (context) => void (context.altered = null) };
}
