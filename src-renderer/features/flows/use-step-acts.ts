import type { ComparedExchange } from '#renderer/ui/exchange-compare.tsx';
import { toggleValues } from '#renderer/ui/shown-values.ts';
import { type ExchangePair, useExchangePair } from '#renderer/ui/use-exchange-pair.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { type Command, useCommands } from '#renderer/workbench/commands.ts';
import {
  exchangeKeys,
  type OfferedActs,
  showInActivity,
  useCommonActs,
  usePin,
} from '#renderer/workbench/exchange-acts.ts';
import type { FlowStep } from '#shared/api/index.ts';
import { editorKey, setEditorOpen } from './editor/drafts.ts';
import { type KeyedStep, keyedSteps } from './sequence-layout.ts';
import { stopsOf } from './stops.ts';
import type { FlowDebuggerState } from './use-flow-debugger.ts';
import { useFormer } from './use-former.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.stepActs;
const acts = sharedMessages.exchange.acts;

export interface StepActs {
  readonly offered: OfferedActs;
  readonly compare: ExchangePair;
}

/** The exchange whose request and response are shown: the sender's record where there is one. */
function shownExchange(step: FlowStep | undefined): string | null {
  return step?.clientExchangeId ?? step?.serverExchangeId ?? null;
}

/** A step among two that are compared: the server's record where there is one, for its trace. */
function comparedStep(keyed: KeyedStep | undefined): ComparedExchange | null {
  if (keyed === undefined) return null;
  const { number, method, path, status, serverExchangeId, clientExchangeId } = keyed.step;
  const id = serverExchangeId ?? clientExchangeId;
  return id === null ? null : { id, label: `${number} ${method} ${path} ${status ?? ''}`.trim() };
}

function useStepCommands(exchangeId: string | null, { offered, compare }: StepActs): void {
  const command = (
    what: keyof typeof messages,
    keys: Command['keys'],
    run: (() => void) | undefined,
  ): Command => ({
    id: `flow.${what}`,
    title: messages[what],
    group: 'edit',
    keys: keys ?? [],
    within: '.flow-body',
    isDisabled: run === undefined,
    run: run ?? (() => undefined),
  });
  const whileCompared = (run: () => void) => (compare.pair === null ? undefined : run);
  useCommands([
    command('edit', [exchangeKeys.edit], offered.edit?.run),
    command('copy-curl', [exchangeKeys.curl], offered.curl?.run),
    command(
      'show-values',
      [exchangeKeys.values],
      exchangeId === null ? undefined : () => toggleValues(exchangeId),
    ),
    command('mark', [exchangeKeys.mark], compare.mark),
    command('compare-steps', [exchangeKeys.compare], compare.start),
    command('pin', [], offered.pin?.run),
    command('show-in-activity', [], offered.activity?.run),
    command(
      'next-difference',
      ['n'],
      whileCompared(() => compare.step(1)),
    ),
    command(
      'previous-difference',
      ['p'],
      whileCompared(() => compare.step(-1)),
    ),
    command('leave-comparison', ['escape'], whileCompared(compare.close)),
  ]);
}

/** The acts on the step that is shown, in its menus and under their keys. */
export function useStepActs(state: FlowDebuggerState): StepActs {
  const { run, step: keyed } = state;
  const step = keyed?.step;
  const exchangeId = shownExchange(step);
  const formerId = useFormer(keyed?.id);
  const former = run === null ? undefined : keyedSteps(run).find(({ id }) => id === formerId);
  const compare = useExchangePair(comparedStep(keyed), comparedStep(former));
  const common = useCommonActs(exchangeId);
  const pin = usePin();
  const stops = stopsOf(state);
  const canEdit = run !== null && keyed !== undefined && exchangeId !== null && keyed.step.hasRequest;
  const stopAct = (at: 'request' | 'response', set: string, remove: string) =>
    step === undefined || !stops.canStop(step)
      ? { run: undefined, label: set }
      : { run: () => stops.toggle(step, at), label: stops.of(step).includes(at) ? remove : set };
  const offered: OfferedActs = {
    ...common,
    edit: { run: canEdit ? () => setEditorOpen(editorKey(run.id, keyed.id), true) : undefined },
    breakRequest: stopAct('request', acts.breakRequest, acts.noBreakRequest),
    breakResponse: stopAct('response', acts.breakResponse, acts.noBreakResponse),
    mark: { run: compare.mark },
    compare: { run: compare.start },
    pin: { run: exchangeId === null ? undefined : () => pin(exchangeId) },
    activity: showInActivity(exchangeId),
  };
  const result = { offered, compare };
  useStepCommands(exchangeId, result);
  return result;
}
