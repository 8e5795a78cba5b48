import { z } from 'zod';
import { attributeSchema } from './attributes.ts';
import { operationSchemas } from './operations.ts';
import { exceptionTypes, filterOperators } from './vocabulary.ts';

const ruleSchema = z.object({
  code: z
    .union([z.string(), z.number()])
    .transform(String)
    .describe(
      'HTTP status as text; a code of success is looked at too, for remotes that answer 200 with an error.',
    ),
  messageErrorPath: z.string().describe('Path of the text that says what went wrong; empty: the whole body.'),
  regularExpression: z.string().nullish().describe('What has to be found in that text.'),
});

const rulesOf = (what: string) =>
  z
    .array(ruleSchema)
    .nullish()
    .transform((rules) => rules ?? [])
    .describe(what);

const exceptionsSchema = z.object(
  Object.fromEntries(
    exceptionTypes.map((type) => [type, rulesOf(`When an answer means ${type}.`)]),
  ) as Record<(typeof exceptionTypes)[number], ReturnType<typeof rulesOf>>,
);

const operatorSchema = z.object(
  Object.fromEntries(
    filterOperators.map((name) => [name, z.string().nullish().describe(`How the remote writes ${name}.`)]),
  ) as Record<(typeof filterOperators)[number], z.ZodOptional<z.ZodNullable<z.ZodString>>>,
);

const filtersSchema = z.object({
  quotes: z.string().nullable().default('').describe('What stands before and after a text.'),
  separator: z.string().nullable().default('').describe('What stands between name, operator and value.'),
  queryParamKey: z
    .string()
    .nullable()
    .default('')
    .describe('Query parameter that holds the expression; empty: the expression is the query.'),
  operators: operatorSchema.describe('Operators as the remote writes them; others are evaluated here.'),
});

/** Operations, schema and rules of an object class. Spec 2 §A.2 */
export const objectTypeSchema = z.object({
  schema: z.array(attributeSchema).nullable().default([]).describe('The attributes.'),
  operations: z
    .object({
      GET: operationSchemas.GET.nullish().describe('Reads one object.'),
      QUERY: operationSchemas.QUERY.nullish().describe('Finds objects.'),
      CREATE: operationSchemas.CREATE.nullish().describe('Creates an object.'),
      UPDATE: operationSchemas.UPDATE.nullish().describe('Changes an object.'),
      DELETE: operationSchemas.DELETE.nullish().describe('Deletes an object.'),
    })
    .nullable()
    .default({})
    .describe('The requests of each operation.'),
  exceptions: exceptionsSchema.partial().nullable().default({}).describe('What failures of the remote mean.'),
  filters: filtersSchema.nullish().describe('How filters are written for the remote.'),
  attrToGetKey: z.string().nullish().describe('Query parameter that names the wanted attributes.'),
});

export type FilterSettings = z.output<typeof filtersSchema>;
export type ObjectTypeConfiguration = z.output<typeof objectTypeSchema>;
