import { z } from 'zod';
import { text } from './values.ts';

const actionSchema = z.object({
  systemType: z.string().nullish().describe('Which connectors the script is for; any.'),
  actionType: z.string().min(1).describe('Language of the script: groovy or javascript.'),
  actionSource: text.describe('The script itself.'),
  actionFile: text.describe('Name of a file in the folder scripts that holds it.'),
});

/** Scripts that can be run on the connector, by their ids. Spec 2 §1, Script on Connector */
export const systemActionsSchema = z
  .array(
    z.object({
      scriptId: z.string().min(1).describe('Id by which a call names the script.'),
      actions: z.array(actionSchema).default([]).describe('What runs, one after the other.'),
    }),
  )
  .nullable()
  .default([])
  .transform((actions) => actions ?? [])
  .describe('Scripts for _action=script, each with an id.');

export type ScriptAction = z.output<typeof actionSchema>;
