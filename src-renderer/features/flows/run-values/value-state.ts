import { useServiceNow } from '#renderer/api/service-clock.ts';
import type { FlowValue } from '#shared/api/index.ts';
import { stateAt } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.values;

/** The engine's words are English; others, such as those of older runs, are shown unchanged. */
function stateWord(state: string): string {
  const { notChecked, valid, invalid, revoked } = messages.states;
  const words = new Map([
    ['not checked', notChecked],
    ['valid', valid],
    ['invalid', invalid],
    ['revoked', revoked],
  ]);
  return words.get(state) ?? state;
}

export interface ValueState {
  /** The engine's own word. */
  readonly state: string;
  readonly word: string;
  readonly className: string;
}

/** The state of a value by the clock of the services, in words and in its colour. */
export function useValueState(value: FlowValue): ValueState {
  const { state, tone } = stateAt(value, useServiceNow() ?? 0);
  if (value.isEdited) return { state, word: messages.edited, className: 'c-warn' };
  return { state, word: stateWord(state), className: tone === 'muted' ? 'muted' : `c-${tone}` };
}
