import { z } from 'zod';
import { signInBounds } from './bounds.ts';
import { signInKeys } from './keys.ts';
import { refusedActs } from './refused-acts.ts';
import { parseTyped } from './typed-value.ts';

const placesKnown =
  'Only {{username}}, {{password}}, {{totp}} and {{totp|digit:1}} to {{totp|digit:8}} are allowed.';

const typedText = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .refine((text) => parseTyped(text) !== null, { error: placesKnown });

const selector = typedText(signInBounds.selectorCharacters).min(1);
const selectors = z
  .array(z.union([selector, z.array(selector).min(1).max(signInBounds.selectorParts)]))
  .min(1)
  .max(signInBounds.selectors)
  .describe(
    'Selectors of the element; the first match is used: CSS, `aria/…`, `text/…`, `xpath/…`, `pierce/…`. A list crosses shadow roots.',
  );

const address = z
  .url({
    protocol: /^https?$/,
    error: 'An address must start with http:// or https:// and must not run a script.',
  })
  .max(signInBounds.urlCharacters);

const timeout = z
  .int()
  .min(1)
  .max(signInBounds.actMillis)
  .optional()
  .describe('Maximum wait in milliseconds. Default: the timeout of the file.');

const base = {
  optional: z
    .boolean()
    .optional()
    .describe('If true, the sign-in continues without this action when the element does not appear.'),
  timeout,
  target: z
    .string()
    .max(signInBounds.urlCharacters)
    .optional()
    .describe('`main`, or the URL pattern of a window or frame with its own process.'),
  assertedEvents: z
    .array(
      z.object({
        type: z.literal('navigation'),
        url: address
          .optional()
          .describe('URL that the action opened, as origin and path. `*` matches any segment.'),
      }),
    )
    .max(20)
    .optional()
    .describe('Events that followed the action when it was recorded. They are not checked.'),
};
const frame = z
  .array(z.int().min(0).max(1_000))
  .max(signInBounds.frames)
  .optional()
  .describe('Frame of the element, as the index of each frame within the previous frame.');
const onElement = { ...base, frame, selectors };
const offset = z.number().min(-10_000).max(10_000).optional();
const pointer = {
  ...onElement,
  offsetX: offset.describe('Horizontal offset within the element in pixels. Default: the center.'),
  offsetY: offset.describe('Vertical offset within the element in pixels. Default: the center.'),
  button: z.enum(['primary', 'secondary', 'auxiliary']).optional().describe('Default: the primary button.'),
};
const key = z
  .enum(signInKeys, {
    error: 'Keys that produce characters are not allowed. Type text with a change action.',
  })
  .describe('A key that produces no character.');

/** One act of a sign-in. */
export const signInActSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      ...base,
      type: z.literal('setViewport'),
      width: z.int().min(100).max(10_000).describe('In pixels.'),
      height: z.int().min(100).max(10_000).describe('In pixels.'),
    }),
    z.object({
      ...base,
      type: z.literal('navigate'),
      url: address.describe(
        'The first URL is replaced with the request of the run. Each further navigate action waits until the browser is at its URL.',
      ),
    }),
    z.object({ ...pointer, type: z.literal('click') }),
    z.object({ ...pointer, type: z.literal('doubleClick') }),
    z.object({ ...onElement, type: z.literal('hover') }),
    z.object({
      ...onElement,
      type: z.literal('change'),
      value: typedText(signInBounds.valueCharacters).describe(
        'Typed or chosen value: `{{username}}`, `{{password}}`, `{{totp}}`, `{{totp|digit:1}}` for the first of six fields, or a text.',
      ),
    }),
    z.object({ ...base, type: z.literal('keyDown'), key }),
    z.object({ ...base, type: z.literal('keyUp'), key }),
    z.object({
      ...base,
      frame,
      type: z.literal('scroll'),
      selectors: selectors.optional(),
      x: z.number().optional().describe('In pixels.'),
      y: z.number().optional().describe('In pixels.'),
    }),
    z.object({
      ...onElement,
      type: z.literal('waitForElement'),
      operator: z.enum(['==', '>=', '<=']).optional().describe('Absent: `==`.'),
      count: z.int().min(0).max(1_000).optional().describe('Absent: 1.'),
    }),
  ],
  { error: ({ input }) => unknownAct(input) },
);

/** `sign-ins/<name>.json`: how somebody is signed in, in the format of the Recorder of Chrome's developer tools. */
export const signInFileSchema = z.looseObject({
  title: z.string().min(1).max(signInBounds.titleCharacters).describe('Display name.'),
  timeout: timeout.describe('Maximum wait for each action in milliseconds. Default: 5,000.'),
  steps: z.array(signInActSchema).min(1).max(signInBounds.acts).describe('Actions, in order.'),
});

export type SignInFile = z.output<typeof signInFileSchema>;
export type SignInAct = z.output<typeof signInActSchema>;

/** A sign-in of the workspace. */
export interface SignIn {
  /** The name of its file. */
  readonly name: string;
  readonly file: SignInFile;
}

function unknownAct(input: unknown): string {
  const type: unknown =
    typeof input === 'object' && input !== null && 'type' in input ? input.type : undefined;
  const refused = typeof type === 'string' && Object.hasOwn(refusedActs, type) ? type : null;
  return refused === null
    ? 'The type of an action must be setViewport, navigate, click, doubleClick, hover, change, keyDown, keyUp, scroll or waitForElement.'
    : `${refused} is not allowed. ${refusedActs[refused]?.reason ?? ''} ${refusedActs[refused]?.fix ?? ''}`;
}
