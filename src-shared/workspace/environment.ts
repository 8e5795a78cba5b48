import { z } from 'zod';
import { manifestSchema } from './manifest.ts';
import { secretNamePattern } from './secret.ts';

const variableName = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/);
const secretName = z.string().regex(secretNamePattern);

/** `environments/<name>.json`: values that are laid over those of the files while it is the active one. */
export const environmentFileSchema = z.looseObject({
  title: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('What the screens call it; absent: the name of the file.'),
  variables: z
    .record(variableName, z.string())
    .default({})
    .describe('What `&{name}` in texts of manifest, clients and users stands for.'),
  secrets: z
    .record(secretName, secretName)
    .default({})
    .describe('Names of stored secrets by the names that the files use.'),
  services: partial(manifestSchema.shape.services)
    .optional()
    .describe('Settings of services that differ in it.'),
  network: partial(manifestSchema.shape.network)
    .optional()
    .describe('Settings of the network that differ in it.'),
});

export type EnvironmentFile = z.infer<typeof environmentFileSchema>;

/** The same members, each of them optional and without a default: an overlay says only what it changes. */
function partial(schema: unknown): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return partial(schema.unwrap());
  if (schema instanceof z.ZodObject)
    return z.looseObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, member]) => [name, partial(member).optional()]),
      ),
    );
  return schema instanceof z.ZodType ? schema : z.unknown();
}
