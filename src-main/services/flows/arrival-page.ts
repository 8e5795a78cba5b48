import type { ResultPage } from '#main/platform/result-page.ts';
import type { FlowRun } from '#shared/api/index.ts';

/** Said on every page behind which nothing more happens. */
export const mayClose = 'You can close this window and return to Gatehouse.';

/** The page that the browser shows once the client of a run has the answer. */
export function arrivalPage({
  number,
  title,
  clientId,
  username,
}: Pick<FlowRun, 'number' | 'title' | 'clientId' | 'username'>): ResultPage {
  return {
    outcome: 'taken',
    heading: `Run ${number} received the response`,
    sentence: `The client continues the flow. ${mayClose}`,
    facts: [
      ['Run', `${number}, ${title}`],
      ['Client', clientId],
      ...(username === null ? [] : [['User', username] as const]),
    ],
  };
}
