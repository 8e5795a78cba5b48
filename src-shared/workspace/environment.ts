import { z } from 'zod';
import { manifestSchema } from './manifest.ts';
import { secretNamePattern } from './secret.ts';

const variableName = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);
const secretName = z.string().regex(secretNamePattern);

/** `environments/<name>.json`: values that are laid over those of the files while it is the active one. */
export const environmentFileSchema = z.looseObject({
  title: z.string().min(1).max(200).optional().describe('Display name. Default: name of the file.'),
  variables: z
    .record(variableName, z.string())
    .default({})
    .describe('Values of `&{name}` in texts of manifest, clients and users.'),
  secrets: z
    .record(secretName, secretName)
    .default({})
    .describe('Names of stored secrets, by the names that the files use.'),
  services: partial(manifestSchema.shape.services)
    .optional()
    .describe('Settings of services that differ in this environment.'),
  network: partial(manifestSchema.shape.network)
    .optional()
    .describe('Network settings that differ in this environment.'),
});

export type EnvironmentFile = z.infer<typeof environmentFileSchema>;

/** The same members, each of them optional and without a default: an overlay says only what it changes. */
function partial(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return partial(schema.unwrap());
  // Defaults that depend on other members belong to the merged document.
  if (schema instanceof z.ZodPipe) return partial(schema.out);
  if (schema instanceof z.ZodObject)
    return z.looseObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => [name, partial(member).optional()]),
      ),
    );
  return schema instanceof z.ZodType ? schema : z.unknown();
}
