import { z } from 'zod';
import { text } from './values.ts';

const actionSchema = z.object({
  systemType: z.string().nullish().describe('Connectors that the script is for; not evaluated.'),
  actionType: z.string().min(1).describe('Language of the script: groovy or javascript.'),
  actionSource: text.describe('Source of the script.'),
  actionFile: text.describe('Name of a file in the folder scripts with the source.'),
});

/** Scripts that can be run on the connector, by their ids. Spec 2 §1, Script on Connector */
export const systemActionsSchema = z
  .array(
    z.object({
      scriptId: z.string().min(1).describe('Id that a call uses to select the script.'),
      actions: z.array(actionSchema).default([]).describe('Actions, run in order.'),
    }),
  )
  .nullable()
  .default([])
  .transform((actions) => actions ?? [])
  .describe('Scripts for _action=script, each with an id.');

export type ScriptAction = z.output<typeof actionSchema>;
