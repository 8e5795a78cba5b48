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
      'HTTP status as a string. Success codes are allowed, for remote systems that return errors with status 200.',
    ),
  messageErrorPath: z.string().describe('Path of the error text; blank: the whole body.'),
  regularExpression: z
    .string()
    .nullish()
    .describe('Regular expression that must match a part of the error text.'),
});

const rulesOf = (what: string) =>
  z
    .array(ruleSchema)
    .nullish()
    .transform((rules) => rules ?? [])
    .describe(what);

const exceptionsSchema = z.object(
  Object.fromEntries(exceptionTypes.map((type) => [type, rulesOf(`Responses that mean ${type}.`)])) as Record<
    (typeof exceptionTypes)[number],
    ReturnType<typeof rulesOf>
  >,
);

const operatorSchema = z.object(
  Object.fromEntries(
    filterOperators.map((name) => [
      name,
      z.string().nullish().describe(`Syntax of ${name} in the remote system.`),
    ]),
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
          `Template for ${name}, such as ${name === 'presence' ? 'filter[{name}][exists]=true' : 'filter[{name}][op]={value}'}.`,
        ),
    ]),
  ) as Record<(typeof attributeOperators)[number], z.ZodOptional<z.ZodNullable<z.ZodString>>>,
);

function filledIn(operator: FilterOperator): string {
  if (operator === 'and' || operator === 'or') return '{parts} as the whole list or as one element of a list';
  if (operator === 'not') return '{part}';
  return operator === 'presence' ? '{name}' : '{name} and {value}, also in member names';
}

const bodyFilterSchema = z.object({
  path: z
    .string()
    .nullable()
    .default('')
    .describe('Path in the body where the filter is inserted; blank: the filter is merged into the body.'),
  templates: z
    .object(
      Object.fromEntries(
        filterOperators.map((name) => [
          name,
          anyJson.nullish().describe(`JSON template for ${name}. Placeholders: ${filledIn(name)}.`),
        ]),
      ) as Record<(typeof filterOperators)[number], z.ZodOptional<z.ZodNullable<typeof anyJson>>>,
    )
    .describe('JSON template of each operator. The connector evaluates all other operators itself.'),
});

const filtersSchema = z.object({
  quotes: z.string().nullable().default('').describe('Character before and after a string.'),
  quoteEscape: caseless(quoteEscapes, 'an escape method')
    .nullable()
    .default('backslash')
    .transform((way) => way ?? 'backslash')
    .describe(
      'Extension: how a quotation mark inside a string is escaped: with a backslash, or doubled as in OData and SQL.',
    ),
  separator: z.string().nullable().default('').describe('Separator between name, operator and value.'),
  queryParamKey: z
    .string()
    .nullable()
    .default('')
    .describe('Query parameter for the expression; blank: the expression is the whole query.'),
  names: textMap.describe(
    'Extension: attribute names in filters, if they differ from the paths in a record; also for __NAME__ and _id.',
  ),
  operators: operatorSchema.describe(
    'Operators of the remote system. The connector evaluates all other operators itself.',
  ),
  templates: templatesSchema
    .nullish()
    .describe(
      'Extension: for remote systems without infix expressions. {name} is the attribute and {value} the value, percent-encoded in a query. The operator and, such as &, joins several conditions.',
    ),
  body: bodyFilterSchema
    .nullish()
    .describe('Extension: for remote systems that expect the filter as JSON in the request body.'),
});

/** Operations, schema and rules of an object class. Spec 2 §A.2 */
export const objectTypeSchema = z.object({
  schema: z.array(attributeSchema).nullable().default([]).describe('Attributes of the object type.'),
  operations: z
    .object({
      GET: operationSchemas.GET.nullish().describe('Reads one object.'),
      QUERY: operationSchemas.QUERY.nullish().describe('Finds objects.'),
      CREATE: operationSchemas.CREATE.nullish().describe('Creates an object.'),
      UPDATE: operationSchemas.UPDATE.nullish().describe('Updates an object.'),
      DELETE: operationSchemas.DELETE.nullish().describe('Deletes an object.'),
    })
    .nullable()
    .default({})
    .describe('Requests of each operation.'),
  exceptions: exceptionsSchema.partial().nullable().default({}).describe('Meaning of error responses.'),
  filters: filtersSchema.nullish().describe('Filter syntax of the remote system.'),
  attrToGetKey: z.string().nullish().describe('Query parameter for the requested attributes.'),
});

export type FilterSettings = z.output<typeof filtersSchema>;
export type ObjectTypeConfiguration = z.output<typeof objectTypeSchema>;
