import { z } from 'zod';
import { procedure } from './base.ts';

export const secretsContract = {
  /** Names only: stored secrets are write-only. */
  list: procedure.output(z.array(z.object({ name: z.string() }))),
  set: procedure
    .input(
      z.object({ name: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/), value: z.string().min(1).max(65_536) }),
    )
    .output(z.object({ name: z.string() })),
};
