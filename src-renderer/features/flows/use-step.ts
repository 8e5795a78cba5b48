import { useApi } from '#renderer/api/api-context.tsx';
import { useExchange } from '#renderer/api/use-exchange.ts';
import type { RevealField } from '#renderer/ui/param-list.tsx';
import type { ExchangeView, FlowStep } from '#shared/api/index.ts';
import type { DecisionTrace } from '#shared/exchange/trace.ts';

export interface StepData {
  /** The exchange whose request and response are shown: the sender's record where there is one. */
  readonly exchangeId: string | null;
  readonly view: ExchangeView | undefined;
  readonly trace: DecisionTrace | null;
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly retry: () => void;
  readonly onReveal: RevealField;
}

/** Both sides of a step: the sender's record, and the decisions of the hosted server. */
export function useStep(step: FlowStep | undefined): StepData {
  const { client } = useApi();
  const shownId = step === undefined ? null : (step.clientExchangeId ?? step.serverExchangeId);
  const shown = useExchange(shownId);
  const server = useExchange(step?.serverExchangeId ?? null);
  return {
    exchangeId: shownId,
    view: shown.data,
    trace: server.data?.trace ?? null,
    error: shown.error ?? server.error,
    isLoading: shownId !== null && (shown.isPending || (step?.serverExchangeId !== null && server.isPending)),
    retry: () => {
      for (const query of [shown, server]) if (query.isError) void query.refetch();
    },
    onReveal: async (pointer) => (await client.exchanges.reveal({ id: shownId ?? '', pointer })).value,
  };
}
