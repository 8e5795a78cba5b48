import type { FlowRequest } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { mask } from '#shared/exchange/index.ts';
import {
  formatRequestText,
  parseRequestText,
  type RequestTemplate,
  requestNames,
  type SendStep,
} from '#shared/flows/index.ts';
import { messageOf } from './loop-words.ts';
import type { Run } from './run.ts';
import { numberOfSource } from './run-rows.ts';

/** A request in either form in which it can be edited. */
export type EditedRequest = { readonly request: RequestTemplate } | { readonly text: string };

function requestStep(run: Run, stepId: string) {
  const step = run.requestStep(stepId);
  if (step !== undefined) return step;
  throw new GatehouseError('flow.no-request', `The run has no editable request ${stepId}.`, {
    fix: 'Choose a step that the client or the browser sends.',
  });
}

/** The present form of a request, with its bound values; secrets stay masked. @throws flow.no-request */
export async function flowRequest(run: Run, stepId: string): Promise<FlowRequest> {
  const step = requestStep(run, stepId);
  const { request } = step;
  const { steps } = run.view();
  const bindings = requestNames(request).map((name) => {
    const value = run.player.values.get(name);
    return {
      name,
      preview: value === undefined ? null : value.secret ? mask : value.value.slice(0, 400),
      fromStep: value === undefined ? null : numberOfSource(steps, value.stepId),
    };
  });
  const rendered = await run.player
    .prepare(request, step.act === 'browse' || step.act === 'send' ? step.browser : null)
    .then((whole) => ({ sizeBytes: whole.bytes.length, problem: '' }))
    .catch((error: unknown) => ({ sizeBytes: null, problem: messageOf(error) }));
  return {
    request,
    original: run.original(stepId) ?? request,
    text: formatRequestText(request),
    ...rendered,
    bindings,
  };
}

/** The request described by an edit. @throws flow.no-request */
export function editedRequest(run: Run, stepId: string, edit: EditedRequest): RequestTemplate {
  const step = requestStep(run, stepId);
  return 'request' in edit ? edit.request : parseRequestText(edit.text, step.request.origin);
}

/** A copy of a step, to be sent once more. @throws flow.no-request */
export function repeatedStep(run: Run, stepId: string, request: RequestTemplate): SendStep {
  const step = requestStep(run, stepId);
  const count = run.steps.filter(({ id }) => id === stepId || id.startsWith(`${stepId}~`)).length;
  const id = `${stepId}~${count + 1}`;
  if (step.act === 'send') return { ...step, id, request, remark: 'sent again', times: 1 };
  return {
    act: 'send',
    id,
    remark: 'sent again',
    from: 'browser',
    to: 'as',
    request,
    browser: step.browser,
    reading: 'any',
    prefix: step.prefix,
    captures: [],
    times: 1,
    isInTurn: false,
  };
}

/** The last step that repeats this one, or the step itself. */
export function lastOf(run: Run, stepId: string): string {
  return run.steps.findLast(({ id }) => id === stepId || id.startsWith(`${stepId}~`))?.id ?? stepId;
}
