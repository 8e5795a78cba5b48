import { z } from 'zod';

/** Meanings of a typed text of a recording. `text` stays as it is; `leave-out` drops the act. */
export const fieldMeanings = ['username', 'password', 'code', 'text', 'leave-out'] as const;
export type FieldMeaning = (typeof fieldMeanings)[number];

/** A typed text that nobody has told the meaning of. It says nothing of the value but its shape. */
export const importQuestionSchema = z.object({
  /** Number of the act in the recording, from 1. */
  act: z.int(),
  /** The name of the field on its page; empty: none that can be said. */
  field: z.string(),
  shape: z.enum(['digits', 'characters']),
  length: z.int(),
  likely: z.enum(fieldMeanings),
});
export type ImportQuestion = z.output<typeof importQuestionSchema>;
