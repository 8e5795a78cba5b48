import { z } from 'zod';

const message = z.strictObject({ text: z.string().min(1) });
// A relative reference: what a browser makes of it keeps its path, and it has no scheme, query or fragment.
const uri = z.string().refine((text) => {
  const { protocol, search, hash } = new URL(text, 'file:///w/');
  return protocol === 'file:' && search === '' && hash === '' && /^[\w.~%/!'()*-]*$/.test(text);
});
const one = z.int().min(1);
const location = z.strictObject({
  physicalLocation: z.strictObject({
    artifactLocation: z.strictObject({ uri }),
    region: z
      .strictObject({
        startLine: one,
        startColumn: one.optional(),
        endLine: one.optional(),
        endColumn: one.optional(),
      })
      .optional(),
  }),
  logicalLocations: z.array(z.strictObject({ fullyQualifiedName: z.string(), kind: z.string() })).optional(),
});
const level = z.enum(['none', 'note', 'warning', 'error']);
/** As much of the schema of SARIF 2.1.0 as a run of ours uses; it allows no other members. */
export const sarifShape = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              shortDescription: message,
              fullDescription: message,
              help: message,
              defaultConfiguration: z.strictObject({ level }),
              properties: z.looseObject({ tags: z.array(z.string()) }),
            }),
          ),
        }),
      }),
      invocations: z.array(
        z.strictObject({
          executionSuccessful: z.boolean(),
          toolExecutionNotifications: z.array(
            z.strictObject({
              level,
              descriptor: z.strictObject({ id: z.string() }),
              message,
              locations: z.array(location).optional(),
            }),
          ),
        }),
      ),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0).optional(),
          level,
          message,
          locations: z.array(location),
          partialFingerprints: z.record(z.string(), z.string()),
          suppressions: z.array(
            z.strictObject({
              kind: z.enum(['inSource', 'external']),
              status: z.enum(['accepted', 'underReview', 'rejected']),
              justification: z.string().min(1),
            }),
          ),
          properties: z.looseObject({}),
        }),
      ),
      columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
      properties: z.looseObject({}),
    }),
  ),
});
