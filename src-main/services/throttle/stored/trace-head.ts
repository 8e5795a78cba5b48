import { z } from 'zod';
import { columnRoles } from '#shared/throttle/traffic/recorded.ts';

/** The file that is written last. */
export const headFile = 'head.json';
export const headVersion = 1;

/** The name of the file with the numbers of a column; its texts are in the same with `.json`. */
export function columnFile(index: number): string {
  return `column-${index}`;
}

/** Facts about stored requests that need no reading of them. */
export const traceHeadSchema = z.object({
  version: z.literal(headVersion),
  requests: z.int().min(0),
  shapes: z.int().min(0),
  columns: z.array(z.object({ name: z.string(), role: z.enum(columnRoles) })),
  startMillis: z.number(),
  isWholeSeconds: z.boolean(),
  /** Requests by class. */
  classRequests: z.array(z.number()),
});
export type TraceHead = z.output<typeof traceHeadSchema>;
