import { z } from 'zod';
import type { JsonValue } from '../../workspace/three-way.ts';
import { paginationSchema } from './pagination.ts';
import { anyJson, caseless, textMap } from './values.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;
const method = caseless(methods, 'a method').describe('HTTP method, case-insensitive.');
const path = z
  .string()
  .min(1)
  .describe(
    'Path below serviceUri. {uid} is replaced with the percent-encoded uid of the object. Extension: {name}, {etag} and attribute names in braces are replaced with their values.',
  );
const requestBody = anyJson
  .nullish()
  .describe(
    'Body of the request. Strings can contain {uid} and, as an extension, {name}, {etag} and attribute names. {{x}} is sent as {x}.',
  );

/** Values are paths, or, below a key that is a path itself, the mapping of what lies there. */
export type MappingEntries = { readonly [name: string]: string | MappingEntries };
const mapping: z.ZodType<MappingEntries> = z.lazy(() => z.record(z.string(), z.union([z.string(), mapping])));
const responseMapping = mapping.describe(
  'Maps attributes to paths in the response. “/*”: “/*” maps every member. A key that points to an object or a list contains the mapping of its members.',
);
const requestMapping = z
  .record(z.string(), z.union([z.string(), mapping]))
  .describe('Maps attributes to paths in the request body.');

const common = {
  path,
  method,
  headers: textMap.describe('Headers of this request.'),
  queryParams: textMap.describe('Query parameters added to the URL.'),
  requestBody,
};
const idPath = z
  .string()
  .min(1)
  .describe(
    'Path of the uid in the response; header:Location reads it from a header. Extension, in CREATE: an attribute name in braces if the caller chooses the uid.',
  );
const idRegularExpression = z
  .string()
  .nullish()
  .describe(
    'Extension: extracts the uid from the value at idPath: the first group, or else the whole match.',
  );
const namePath = z.string().min(1).describe('Path of __NAME__ in the response.');

/** A further request that fills one attribute. Spec 2 §A.2 */
export const readStepSchema = z.object({
  resourceName: z.string().min(1).describe('Attribute that receives the value. The schema must contain it.'),
  method,
  path,
  valuePath: z.string().min(1).describe('Path of the value in the response.'),
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
const readSteps = listed(readStepSchema, 'Additional requests. Each one reads one attribute.', {
  resourceName: 'teams',
  method: 'GET',
  path: '/users/{uid}/teams',
  valuePath: 'teams[*].name',
});
const writeSteps = listed(writeStepSchema, 'Additional requests after this one.', {
  method: 'POST',
  path: '/users/{uid}/unlock',
});

const unflattenAttributes = z
  .array(
    z.object({
      attributeName: z.string().min(1).describe('Name of a multivalued attribute.'),
      attributeValue: z.string().min(1).describe('Member that receives each value.'),
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
        .describe('Path of the object in the response to GET, if the object is only part of the response.'),
    }),
  ])
  .nullish()
  .describe(
    'Extension: for methods that replace the object, such as PUT. Reads the object first and writes it back in full with the changed attributes.',
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
    pagination: paginationSchema.nullish().describe('Requests for single pages.'),
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
