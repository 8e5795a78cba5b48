import { z } from 'zod';
import { GatehouseError } from '#shared/errors/index.ts';
import { refusedActs, signInBounds } from '#shared/sign-ins/index.ts';

/** Acts of a recording at most: keys that were typed one by one become one act later. */
const maxRecordedSteps = 2_000;

const text = z.string().max(100_000);
const selector = z.union([text, z.array(text).max(100)]);
const offset = z.number().optional().catch(undefined);

const stepSchema = z.object({
  type: z.string().max(100),
  timeout: z.number().optional().catch(undefined),
  target: text.optional().catch(undefined),
  frame: z.array(z.int().min(0)).optional().catch(undefined),
  selectors: z.array(selector).optional(),
  assertedEvents: z
    .array(z.object({ type: z.string(), url: text.optional() }))
    .optional()
    .catch(undefined),
  offsetX: offset,
  offsetY: offset,
  button: z.string().optional().catch(undefined),
  value: text.optional(),
  key: text.optional(),
  url: text.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  operator: z.enum(['==', '>=', '<=']).optional(),
  count: z.int().optional(),
});
/** A step of a recording as it came: hostile, and with passwords in clear. */
export type RecordedStep = z.output<typeof stepSchema>;

const recordingSchema = z.object({
  title: text,
  timeout: z.number().optional().catch(undefined),
  steps: z.array(stepSchema).max(maxRecordedSteps),
});
export type Recording = z.output<typeof recordingSchema>;

/**
 * Reads an export of the Recorder. Members that a sign-in has no use for are dropped.
 * @throws sign-in.recording-invalid, sign-in.script, sign-in.act-refused
 */
export function readRecording(document: unknown): Recording {
  const parsed = recordingSchema.safeParse(document);
  if (!parsed.success) {
    // The issues of the schema would quote what was typed.
    const path = parsed.error.issues[0]?.path.join('/') ?? '';
    throw new GatehouseError(
      'sign-in.recording-invalid',
      `This is not a recording of the Chrome Recorder${path === '' ? '' : `: /${path} is invalid`}.`,
      { fix: 'In the Chrome Recorder, export the recording as a JSON file.' },
    );
  }
  for (const [index, step] of parsed.data.steps.entries()) requireTaken(step, index + 1);
  return parsed.data;
}

/** @throws sign-in.script, sign-in.act-refused */
function requireTaken({ type, url }: RecordedStep, number: number): void {
  const refused = Object.hasOwn(refusedActs, type) ? refusedActs[type] : undefined;
  if (refused !== undefined)
    throw new GatehouseError(
      type === 'emulateNetworkConditions' ? 'sign-in.act-refused' : 'sign-in.script',
      `Action ${number} is ${type}. ${refused.reason}`,
      { fix: refused.fix },
    );
  if (type === 'navigate' && /^\s*javascript:/i.test(url ?? ''))
    throw new GatehouseError(
      'sign-in.script',
      `Action ${number} opens a script URL. A sign-in runs no scripts.`,
      {
        fix: 'Remove the action, or record its effect with clicks and typed values.',
      },
    );
}

/** The wait of an act within the bounds of a sign-in, in milliseconds. */
export function boundedMillis(millis: number | undefined): number | undefined {
  if (millis === undefined || !(millis >= 1)) return undefined;
  return Math.min(Math.round(millis), signInBounds.actMillis);
}
