import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { runsQuery } from '#renderer/api/queries.ts';
import { useServiceNow } from '#renderer/api/service-clock.ts';
import type { FlowRun, FlowValue, TokenReport } from '#shared/api/index.ts';
import { stateAt } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { canInspect, canReveal } from './operations.ts';

const messages = flowMessages.values;

/** The state of a token in the hosted server's store. */
export type StoredState = NonNullable<TokenReport['stored']>['state'];

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

/** The colour of a state in the store: what was used as it should be is no fault. */
const storedClass: Readonly<Record<StoredState, string>> = {
  valid: 'c-ok',
  expired: 'c-warn',
  revoked: 'c-danger',
  rolled: 'muted',
  used: 'muted',
};

export interface ValueState {
  /** The engine's own word. */
  readonly state: string;
  readonly word: string;
  readonly className: string;
  /** False: it is worth nothing any more, however long it would have lived. */
  readonly isLive: boolean;
}

/** The state of a value at an instant: what the store of the hosted server says goes before what the run noted. */
export function valueState(value: FlowValue, stored: StoredState | null, nowMillis: number): ValueState {
  const { state, tone } = stateAt(value, nowMillis);
  if (value.isEdited) return { state, word: messages.edited, className: 'c-warn', isLive: tone !== 'danger' };
  // A client that refuses a token has its reason, whatever the store says.
  if (stored === null || tone === 'danger')
    return {
      state,
      word: stateWord(state),
      className: tone === 'muted' ? 'muted' : `c-${tone}`,
      isLive: tone !== 'danger',
    };
  const { expiresAtMillis } = value;
  const isOver = stored === 'valid' && expiresAtMillis !== null && expiresAtMillis <= nowMillis;
  const shown = isOver ? 'expired' : stored;
  return {
    state,
    word: flowMessages.token.states[shown],
    className: storedClass[shown],
    isLive: shown === 'valid',
  };
}

/** Changes with every request of a run: a replay can revoke what an earlier run got. */
function requestsOf(runs: readonly FlowRun[]): string {
  const sent = runs.flatMap(({ steps }) => steps).filter(({ serverExchangeId }) => serverExchangeId !== null);
  return `${sent.length} ${runs.map(({ id, state }) => `${id} ${state}`).join()}`;
}

/** The state of a value in the store of the hosted server; null: it is not known there, or was got from elsewhere. */
function useStoredState(run: FlowRun, value: FlowValue): StoredState | null {
  const api = useApi();
  const { client, orpc } = api;
  const isAsked = run.target === null && canInspect(value) && canReveal(value) && !value.isEdited;
  const requests = requestsOf(useQuery(runsQuery(api)).data ?? []);
  const { name, issuedAtMillis } = value;
  const { data } = useQuery({
    // Under the live tokens: a revocation in Identity asks anew as well.
    queryKey: [...orpc.liveTokens.key(), 'value', run.id, name, issuedAtMillis, requests],
    queryFn: async () => (await client.tokens.inspect({ runId: run.id, name })).stored?.state ?? null,
    enabled: isAsked,
    staleTime: 1_000,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return isAsked ? (data ?? null) : null;
}

/** The state of a value now, by the store and the clock of the services, in words and in its colour. */
export function useValueState(run: FlowRun, value: FlowValue): ValueState {
  return valueState(value, useStoredState(run, value), useServiceNow() ?? 0);
}
