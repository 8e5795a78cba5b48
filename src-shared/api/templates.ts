import { z } from 'zod';
import { templateKinds, templateSchema } from '../templates/index.ts';
import { procedure } from './base.ts';

const kind = z.enum(templateKinds);
/** The name of its file, without `.json`. */
const id = z.string().regex(/^[a-z0-9-]{1,60}$/);

const summarySchema = templateSchema.omit({ document: true }).extend({ id });

/** The templates for new objects. */
export const templatesContract = {
  list: procedure.output(z.array(summarySchema)),
  /** The document with its placeholders. */
  show: procedure.input(z.object({ kind, id })).output(summarySchema.extend({ document: z.string() })),
  /**
   * Makes a new thing: a client, a connector or a route as a file, a template of an import among those that are kept.
   * Secrets are sealed; that of a client is made up where none is given.
   */
  create: procedure
    .input(z.object({ kind, id, values: z.record(z.string().max(40), z.string().max(16_384)) }))
    .output(z.object({ name: z.string(), file: z.string().nullable() })),
};

export type TemplateSummary = z.infer<typeof summarySchema>;
