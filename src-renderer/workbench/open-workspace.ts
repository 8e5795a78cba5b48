import type { Problem } from '#shared/errors/problem.ts';
import type { Client } from '../api/client.ts';
import { toProblem } from '../api/problem.ts';
import { createStore } from '../api/store.ts';
import { toast } from '../ui/toast.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

/** A folder that may be the one whose state is there: a person has to say. */
export interface MovedState {
  readonly directory: string;
  readonly problem: Problem;
}

/** The question that the window currently asks. */
export const movedState = createStore<MovedState | null>(null);

/** Opens another workspace in this window. Where it cannot be told which state is its own, the window asks. */
export async function openWorkspace(client: Client, directory: string): Promise<void> {
  try {
    await client.installation.open({ directory });
    toast(sharedMessages.workspace.opening);
  } catch (error) {
    const problem = toProblem(error);
    if (problem.code !== 'state.moved') throw error;
    movedState.set({ directory, problem });
  }
}
