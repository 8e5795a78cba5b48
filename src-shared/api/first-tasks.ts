import { z } from 'zod';
import { firstTasks } from '../first-tasks/index.ts';
import { procedure } from './base.ts';

const doneTaskSchema = z.object({ task: z.enum(firstTasks), doneAtMillis: z.number() });

/** The first minutes: what of the first tasks was really done in this workspace. */
export const firstTasksContract = {
  /** A task that was done stays done, whatever becomes of its traces. */
  done: procedure.output(z.array(doneTaskSchema)),
};
