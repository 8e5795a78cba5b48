import { z } from 'zod';
import { caseless } from './values.ts';
import { attributeFlags, attributeTypes } from './vocabulary.ts';

/** An attribute of an object type. Spec 2 §A.2 */
export const attributeSchema = z.object({
  fieldName: z.string().min(1).describe('Name of the attribute.'),
  type: caseless(attributeTypes, 'a type of attribute').describe(
    'How values are read and written: BINARY is Base64, DATETIME an ISO 8601 instant, COMPLEX an object.',
  ),
  flags: z
    .array(caseless(attributeFlags, 'a flag'))
    .nullable()
    .default([])
    .transform((flags) => flags ?? [])
    .describe('What holds of the attribute; none: one value that may be read and written.'),
});

export type AttributeDefinition = z.output<typeof attributeSchema>;
