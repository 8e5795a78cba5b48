import type { Client } from '#renderer/api/client.ts';
import type { ExchangeView, FlowRun } from '#shared/api/index.ts';
import { escapeBytes, toBinaryText } from '#shared/flows/index.ts';

/** An answer to begin with where there is none yet. */
export const usualResponse = `HTTP/1.1 200 OK
Content-Type: application/json

{}
`;

/** An answer as it can be typed: status line, headers, an empty line, the body with its escapes. */
export function responseText(
  { status, reason, headers }: Pick<NonNullable<ExchangeView['response']>, 'status' | 'reason' | 'headers'>,
  body: string,
): string {
  const lines = headers
    // Both speak of bytes that the client never sees.
    .filter(({ name }) => !/^(?:content-length|transfer-encoding|connection)$/i.test(name))
    .map(({ name, value }) => `${name}: ${value}`);
  const typed = body
    .split('\n')
    .map((line) => escapeBytes(toBinaryText(line)))
    .join('\n');
  return `${[`HTTP/1.1 ${status} ${reason}`, ...lines].join('\n')}\n\n${typed}`;
}

/** The held answer with its masked values in clear: the client has to receive it whole. */
export async function heldResponse(client: Client, exchangeId: string): Promise<string> {
  const { response } = await client.exchanges.get({ id: exchangeId });
  if (response === null) return usualResponse;
  const { textPointer } = response;
  const body =
    textPointer === undefined
      ? response.text
      : (await client.exchanges.reveal({ id: exchangeId, pointer: textPointer })).value;
  return responseText(response, body ?? '');
}

/** An address at which a browser could come back to the client of a run. */
export async function callbackAddress(client: Client, run: FlowRun): Promise<string> {
  const reveal = async (name: string) => {
    if (!run.values.some((value) => value.name === name)) return '';
    return (await client.flows.reveal({ runId: run.id, name })).value;
  };
  const base = await reveal('redirect_uri').catch(() => '');
  const state = await reveal('state').catch(() => '');
  return `${base}?${new URLSearchParams({ code: '', state }).toString()}`;
}
