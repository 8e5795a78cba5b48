import { z } from 'zod';
import { attributeSchema } from './attributes.ts';
import { operationSchemas } from './operations.ts';
import { anyJson, caseless, textMap } from './values.ts';
import {
  attributeOperators,
  exceptionTypes,
  type FilterOperator,
  filterOperators,
  quoteEscapes,
} from './vocabulary.ts';

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

const templatesSchema = z.object(
  Object.fromEntries(
    attributeOperators.map((name) => [
      name,
      z
        .string()
        .nullish()
        .describe(
          `How the remote writes ${name} as a whole, such as ${name === 'presence' ? 'filter[{name}][exists]=true' : 'filter[{name}][op]={value}'}.`,
        ),
    ]),
  ) as Record<(typeof attributeOperators)[number], z.ZodOptional<z.ZodNullable<z.ZodString>>>,
);

function filledIn(operator: FilterOperator): string {
  if (operator === 'and' || operator === 'or')
    return '{parts}: the list of them, or each in its place of a list';
  if (operator === 'not') return '{part}';
  return operator === 'presence' ? '{name}' : '{name} and {value}, in names of members too';
}

const bodyFilterSchema = z.object({
  path: z
    .string()
    .nullable()
    .default('')
    .describe('Place in the body at which the filter is put; empty: it is laid over the body.'),
  templates: z
    .object(
      Object.fromEntries(
        filterOperators.map((name) => [
          name,
          anyJson.nullish().describe(`JSON by which the remote says ${name}, with ${filledIn(name)}.`),
        ]),
      ) as Record<(typeof filterOperators)[number], z.ZodOptional<z.ZodNullable<typeof anyJson>>>,
    )
    .describe('JSON of each operator; others are evaluated here.'),
});

const filtersSchema = z.object({
  quotes: z.string().nullable().default('').describe('What stands before and after a text.'),
  quoteEscape: caseless(quoteEscapes, 'a way to escape')
    .nullable()
    .default('backslash')
    .transform((way) => way ?? 'backslash')
    .describe(
      'Extension: how the sign in quotes is written inside of a text: behind a backslash, or doubled as in OData and SQL.',
    ),
  separator: z.string().nullable().default('').describe('What stands between name, operator and value.'),
  queryParamKey: z
    .string()
    .nullable()
    .default('')
    .describe('Query parameter that holds the expression; empty: the expression is the query.'),
  names: textMap.describe(
    'Extension: names the remote uses for attributes in filters, if they differ from the paths in a record; also for __NAME__ and _id.',
  ),
  operators: operatorSchema.describe('Operators as the remote writes them; others are evaluated here.'),
  templates: templatesSchema
    .nullish()
    .describe(
      'Extension: for remotes that write no infix expression. {name} stands for the attribute, {value} for the value, each percent-encoded in a query. Several are joined by the operator and, such as &.',
    ),
  body: bodyFilterSchema
    .nullish()
    .describe('Extension: for remotes that take a filter as JSON in the body of the request.'),
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
