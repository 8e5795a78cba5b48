import { z } from 'zod';
import { fieldMeanings, importQuestionSchema, signInFileSchema } from '../sign-ins/index.ts';
import { fileNamePattern } from '../workspace/file-name.ts';
import { procedure } from './base.ts';

/** Names that a file of the workspace may have, without `.json`. */
const name = z.string().regex(fileNamePattern);

const recordingSchema = z.object({
  /** The name of the target at which it signs in. */
  target: z.string().min(1).max(100),
  /** An export of the Recorder of Chrome, as JSON; passwords may stand in it in clear. Not read where `run` is given. */
  text: z.string().max(2_097_152).default(''),
  /** The run in whose controlled browser somebody signed in: what was watched there is the recording. */
  run: z.string().max(100).optional(),
  /** The person who was signed in, where it is none of the target's users. */
  username: z.string().min(1).max(256).optional(),
  /** Meanings of typed texts, by the number of the act in the recording, from 1. */
  fields: z
    .array(z.object({ act: z.int().min(1), meaning: z.enum(fieldMeanings) }))
    .max(2_000)
    .default([]),
});

const previewSchema = z.object({
  file: signInFileSchema,
  questions: z.array(importQuestionSchema),
  /** Origins of its pages at which nothing may be typed yet. */
  foreignOrigins: z.array(z.string()),
});

/** How people are signed in at other servers while nobody is at the screen. */
export const signInsContract = {
  /** The sign-ins of the workspace, and the targets that name each. */
  list: procedure.output(
    z.array(
      z.object({
        name: z.string(),
        file: z.string(),
        title: z.string(),
        acts: z.int(),
        targets: z.array(z.string()),
      }),
    ),
  ),
  /** Sessions of users at other servers that unattended runs go on with; the cookies are told to nobody. */
  sessions: procedure.output(
    z.array(
      z.object({
        target: z.string(),
        username: z.string(),
        keptAtMillis: z.number(),
        cookies: z.int(),
      }),
    ),
  ),
  /** Forgets the session of a user, and that a password was refused; without a user name of all users of the target. */
  forget: procedure
    .input(z.object({ target: z.string(), username: z.string().optional() }))
    .output(z.object({ sessions: z.int() })),
  /** The servers that a sign-in can be for. */
  targets: procedure.output(z.array(z.object({ name: z.string(), displayName: z.string() }))),
  /** A recording as a sign-in, without anything that was typed, and what has to be asked. Nothing is written. */
  preview: procedure.input(recordingSchema).output(previewSchema),
  /**
   * Writes `sign-ins/<name>.json` and names it in the target, with `addOrigins` the foreign origins too. Fails with
   * `sign-in.answer-needed` while a question is open, and with `workspace.duplicate` where there is such a file and
   * `replace` is false.
   */
  import: procedure
    .input(
      recordingSchema.extend({
        name: name.optional(),
        replace: z.boolean().default(false),
        addOrigins: z.boolean().default(false),
      }),
    )
    .output(previewSchema.extend({ name: z.string(), path: z.string() })),
};

export type SignInPreview = z.infer<typeof previewSchema>;
