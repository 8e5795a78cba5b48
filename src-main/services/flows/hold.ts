import type { CallbackSeen, PagePicture, SendOutcome } from '#main/services/flow-player/index.ts';
import type { BrowseStep, ScriptStep } from '#shared/flows/index.ts';

/** The page at which the sign-in of a step stopped. */
export interface RunPicture extends PagePicture {
  readonly stepId: string;
}

/** Where a paused run is held, and what would go on. */
export type Hold =
  | { readonly phase: 'request'; readonly step: ScriptStep }
  | { readonly phase: 'response'; readonly step: ScriptStep; readonly outcome: SendOutcome }
  | { readonly phase: 'response'; readonly step: BrowseStep; readonly callback: CallbackSeen };

/** Id of the row at which a run is held. */
export function holdRow(hold: Hold): string {
  return 'callback' in hold ? `${hold.step.id}/callback` : hold.step.id;
}
