import type { ComparedExchange } from '#renderer/ui/exchange-compare.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { exchangeKeys, type OfferedActs } from '#renderer/workbench/exchange-acts.ts';
import {
  type ExchangeActs,
  useExchangeActs,
  useExchangeCommands,
} from '#renderer/workbench/use-exchange-acts.ts';
import type { FlowStep } from '#shared/api/index.ts';
import type { RunPair } from './compare/use-run-compare.ts';
import { editorKey, setEditorOpen } from './editor/drafts.ts';
import { keyedSteps } from './sequence-layout.ts';
import { stopsOf } from './stops.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { useFormer } from './use-former.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.stepActs;
const acts = sharedMessages.exchange.acts;

/** The exchange whose request and response are shown: the sender's record where there is one. */
function shownExchange(step: FlowStep | undefined): string | null {
  return step?.clientExchangeId ?? step?.serverExchangeId ?? null;
}

/** A step among two that are compared: the server's record where there is one, for its trace. */
export function comparedStep(step: FlowStep | undefined): ComparedExchange | null {
  if (step === undefined) return null;
  const { number, method, path, status, serverExchangeId, clientExchangeId } = step;
  const id = serverExchangeId ?? clientExchangeId;
  return id === null ? null : { id, label: `${number} ${method} ${path} ${status ?? ''}`.trim() };
}

/** The names by which the commands were known before other screens had them. */
const commandNames = {
  curl: 'copy-curl',
  values: 'show-values',
  compare: 'compare-steps',
  activity: 'show-in-activity',
  next: 'next-difference',
  previous: 'previous-difference',
  close: 'leave-comparison',
} as const;

/**
 * The acts on the step that is shown, in its menus and under their keys; `runs` while two runs are compared. `onExpect`
 * chooses what is expected of it.
 */
export function useStepActs(
  state: FlowDebuggerState,
  runs: RunPair | null,
  onExpect: () => void,
): ExchangeActs {
  const { run, step: keyed } = state;
  const step = keyed?.step;
  const exchangeId = shownExchange(step);
  const formerId = useFormer(keyed?.id);
  const former = run === null ? undefined : keyedSteps(run).find(({ id }) => id === formerId);
  const common = useExchangeActs({
    id: exchangeId,
    compared: comparedStep(step),
    before: comparedStep(former?.step),
  });
  const stops = stopsOf(state);
  const canEdit = run !== null && keyed !== undefined && exchangeId !== null && keyed.step.hasRequest;
  const stopAct = (at: 'request' | 'response', set: string, remove: string) =>
    step === undefined || !stops.canStop(step)
      ? { run: undefined, label: set }
      : { run: () => stops.toggle(step, at), label: stops.of(step).includes(at) ? remove : set };
  const offered: OfferedActs = {
    ...common.offered,
    edit: {
      run: canEdit
        ? () => {
            common.compare.close();
            runs?.close();
            setEditorOpen(editorKey(run.id, keyed.id), true);
          }
        : undefined,
    },
    expect: { run: step === undefined || run === null ? undefined : onExpect },
    breakRequest: stopAct('request', acts.breakRequest, acts.noBreakRequest),
    breakResponse: stopAct('response', acts.breakResponse, acts.noBreakResponse),
  };
  const result = { ...common, offered };
  const place = {
    prefix: 'flow',
    within: '.flow-body',
    // Among the runs the same keys compare runs.
    withinToCompare: '.seq, .insp, .run-values, .values-drawer, .narrow-steps',
    titles: messages,
    names: commandNames,
    valuesOf: runs === null ? exchangeId : runs.shownId,
  };
  useExchangeCommands(place, result);
  useCommands([
    {
      id: 'flow.expect',
      title: flowMessages.expect.command,
      group: 'edit',
      keys: [exchangeKeys.expect],
      within: place.within,
      isDisabled: step === undefined || run === null,
      run: onExpect,
    },
  ]);
  return result;
}
