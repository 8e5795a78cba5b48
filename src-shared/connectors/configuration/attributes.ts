import { z } from 'zod';
import { caseless } from './values.ts';
import { attributeFlags, attributeTypes } from './vocabulary.ts';

/** An attribute of an object type. Spec 2 §A.2 */
export const attributeSchema = z.object({
  fieldName: z.string().min(1).describe('Name of the attribute.'),
  type: caseless(attributeTypes, 'an attribute type').describe(
    'Type of the values. BINARY is Base64, DATETIME an ISO 8601 instant, COMPLEX an object.',
  ),
  flags: z
    .array(caseless(attributeFlags, 'a flag'))
    .nullable()
    .default([])
    .transform((flags) => flags ?? [])
    .describe('Flags of the attribute. Without flags, it has one value that can be read and written.'),
});

export type AttributeDefinition = z.output<typeof attributeSchema>;
