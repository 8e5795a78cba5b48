import { z } from 'zod';
import { procedure } from './base.ts';

/**
 * Neither transport slows a producer down, so each stream is bounded by credits: the engine sends one message per
 * credit and keeps (or merges) the rest. The caller names the stream and grants the first credits when it opens it.
 */
export const streamInput = z.object({
  streamId: z.string().min(8).max(64),
  credits: z.int().min(1).max(1_000),
});

export const streamsContract = {
  /** Lets the engine send `credits` more messages on an open stream. */
  grant: procedure.input(streamInput).output(z.object({ open: z.boolean() })),
};
