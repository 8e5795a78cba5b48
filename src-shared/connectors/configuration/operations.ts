import { z } from 'zod';
import type { JsonValue } from '../../workspace/three-way.ts';
import { paginationSchema } from './pagination.ts';
import { anyJson, caseless, textMap } from './values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const method = caseless(methods, 'a method').describe('HTTP method, in upper or lower case.');
const path = z
  .string()
  .min(1)
  .describe(
    'Path below serviceUri; {uid} stands for the uid of the object, percent-encoded. Extension: {name}, {etag} and names of attributes in braces stand for their values.',
  );
const requestBody = anyJson
  .nullish()
  .describe(
    'Body of the request; texts in it may hold {uid} and, as an extension, {name}, {etag} and names of attributes; {{x}} is the text {x}.',
  );

/** Values are paths, or, below a key that is a path itself, the mapping of what lies there. */
export type MappingEntries = { readonly [name: string]: string | MappingEntries };
const mapping: z.ZodType<MappingEntries> = z.lazy(() => z.record(z.string(), z.union([z.string(), mapping])));
const responseMapping = mapping.describe(
  'Attributes to paths in the answer. “/*”: “/*” takes every member; a key that leads to an object or a list holds the mapping of what lies there.',
);
const requestMapping = z
  .record(z.string(), z.union([z.string(), mapping]))
  .describe('Attributes to the places in the request body at which their values are put.');

const common = {
  path,
  method,
  headers: textMap.describe('Header fields of this request.'),
  queryParams: textMap.describe('Pairs added to the URL.'),
  requestBody,
};
const idPath = z
  .string()
  .min(1)
  .describe(
    'Path of the uid in the answer; header:Location takes it from a header field. Extension, in CREATE: the name of an attribute in braces where the caller chooses the uid.',
  );
const idRegularExpression = z
  .string()
  .nullish()
  .describe(
    'Extension: takes the uid out of the value at idPath: its first group, or else all that it matches.',
  );
const namePath = z.string().min(1).describe('Path of __NAME__ in the answer.');

/** A further request that fills one attribute. Spec 2 §A.2 */
export const readStepSchema = z.object({
  resourceName: z.string().min(1).describe('The attribute that is filled; it has to be in the schema.'),
  method,
  path,
  valuePath: z.string().min(1).describe('Path of the value in the answer.'),
  requestBody,
});

/** A further request after the one that writes. Spec 2 §A.2 */
export const writeStepSchema = z.object({
  method,
  path,
  requestMapping: requestMapping.nullish(),
  requestBody,
});

const listed = <Item extends z.ZodType>(
  item: Item,
  what: string,
  example: Readonly<Record<string, JsonValue>>,
) =>
  z
    .union([z.array(item), item.transform((one) => [one])])
    .nullable()
    .default([])
    .transform((steps) => steps ?? [])
    .describe(what)
    .meta({ examples: [[example]] });
const readSteps = listed(readStepSchema, 'Further requests, each of which fills one attribute.', {
  resourceName: 'teams',
  method: 'GET',
  path: '/users/{uid}/teams',
  valuePath: 'teams[*].name',
});
const writeSteps = listed(writeStepSchema, 'Further requests after this one.', {
  method: 'POST',
  path: '/users/{uid}/unlock',
});

const unflattenAttributes = z
  .array(
    z.object({
      attributeName: z.string().min(1).describe('A multivalued attribute.'),
      attributeValue: z.string().min(1).describe('Name of the member that each value is put into.'),
    }),
  )
  .nullable()
  .default([])
  .transform((list) => list ?? [])
  .describe('Attributes whose values become objects with one member each.')
  .meta({ examples: [[{ attributeName: 'phones', attributeValue: 'number' }]] });

const sendAll = z
  .union([
    z.boolean(),
    z.object({
      from: z
        .string()
        .min(1)
        .describe('Path of the object in the response to GET, if it is only a part of it.'),
    }),
  ])
  .nullish()
  .describe(
    'Extension: for a method that replaces the object, such as PUT. The object is read first and written back as a whole, with the changed attributes.',
  );

/** Members of each operation. Spec 2 §A.2 */
export const operationSchemas = {
  GET: z.object({
    ...common,
    idPath,
    idRegularExpression,
    namePath,
    responseMapping,
    additionalStep: readSteps,
  }),
  QUERY: z.object({
    ...common,
    idPath,
    idRegularExpression,
    namePath,
    responseMapping: responseMapping.nullish(),
    additionalStep: readSteps,
    pagination: paginationSchema.nullish().describe('How pages are asked for.'),
  }),
  CREATE: z.object({
    ...common,
    idPath,
    idRegularExpression,
    requestMapping,
    unflattenAttributes,
    additionalStep: writeSteps,
  }),
  UPDATE: z.object({
    ...common,
    idPath,
    idRegularExpression,
    requestMapping,
    unflattenAttributes,
    sendAll,
    additionalStep: writeSteps,
  }),
  DELETE: z.object({ ...common, additionalStep: writeSteps }),
};

export type ReadStep = z.output<typeof readStepSchema>;
export type WriteStep = z.output<typeof writeStepSchema>;
export type GetOperation = z.output<typeof operationSchemas.GET>;
export type QueryOperation = z.output<typeof operationSchemas.QUERY>;
export type CreateOperation = z.output<typeof operationSchemas.CREATE>;
export type UpdateOperation = z.output<typeof operationSchemas.UPDATE>;
export type DeleteOperation = z.output<typeof operationSchemas.DELETE>;
