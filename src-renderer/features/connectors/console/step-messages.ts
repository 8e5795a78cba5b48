import { useApi } from '#renderer/api/api-context.tsx';
import { useExchange } from '#renderer/api/use-exchange.ts';
import type { RevealField } from '#renderer/ui/param-list.tsx';
import { maskedPointers, useShownValues } from '#renderer/ui/shown-values.ts';
import type { ViewMessage } from '#shared/api/index.ts';
import type { RemoteStep, StepRequest, StepResponse } from '#shared/connectors/trace.ts';
import { mask } from '#shared/exchange/index.ts';

/** A message as the run tells it: it names no place where a masked value could be had. */
function asTold({ headers, body }: StepRequest | StepResponse, isCut: boolean): ViewMessage {
  return {
    headers: headers.map(([name, value]) => ({
      name,
      value,
      ...(value.includes(mask) ? { secret: 'stored' as const } : {}),
    })),
    fields: [],
    text: body,
    mediaType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '',
    sizeBytes: body.length,
    kept: isCut ? 'truncated' : 'whole',
  };
}

/** A record that has its whole body; else the run has more of it. */
function whole<T extends ViewMessage>(recorded: T | null | undefined): T | null {
  return recorded?.kept === 'whole' ? recorded : null;
}

export interface StepMessages {
  readonly request: ViewMessage;
  readonly response: ViewMessage | null;
  /** The values behind masks by their pointers, while they are shown. */
  readonly values: ReadonlyMap<string, string>;
  readonly onReveal: RevealField;
}

/** Returns the messages of a step from the log, or from the run itself while the log has no whole record. */
export function useStepMessages({ request, response, exchangeId }: RemoteStep): StepMessages {
  const { client } = useApi();
  const { data: view } = useExchange(exchangeId);
  const onReveal = async (pointer: string) =>
    (await client.exchanges.reveal({ id: exchangeId ?? '', pointer })).value;
  const messages = {
    request: whole(view?.request) ?? asTold(request, false),
    response: whole(view?.response) ?? (response === null ? null : asTold(response, response.isCut)),
  };
  const pointers = [messages.request, messages.response].flatMap((message) =>
    message === null ? [] : maskedPointers(message),
  );
  const { values } = useShownValues(exchangeId ?? '', pointers, onReveal);
  return { ...messages, values, onReveal };
}
