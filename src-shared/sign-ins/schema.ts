import { z } from 'zod';
import { signInBounds } from './bounds.ts';
import { signInKeys } from './keys.ts';
import { refusedActs } from './refused-acts.ts';
import { parseTyped } from './typed-value.ts';

const placesKnown =
  'Only {{username}}, {{password}}, {{totp}} and {{totp|digit:1}} to {{totp|digit:8}} can be filled in.';

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
    'Ways to the element, the first that finds it counts: CSS, `aria/…`, `text/…`, `xpath/…`, `pierce/…`; a list leads through shadow roots.',
  );

const address = z
  .url({ protocol: /^https?$/, error: 'An address begins with http:// or https:// and runs no script.' })
  .max(signInBounds.urlCharacters);

const timeout = z
  .number()
  .int()
  .min(1)
  .max(signInBounds.actMillis)
  .optional()
  .describe('How long it is waited for, in milliseconds; absent: as the file says.');

const base = {
  optional: z
    .boolean()
    .optional()
    .describe('True: a play goes on without this act where its element does not come.'),
  timeout,
  target: z
    .string()
    .max(signInBounds.urlCharacters)
    .optional()
    .describe('`main`, or the address of a window or frame with a process of its own, as a pattern.'),
  assertedEvents: z
    .array(
      z.object({
        type: z.literal('navigation'),
        url: address.optional().describe('Where it leads, as origin and path; `*` stands for any segment.'),
      }),
    )
    .max(20)
    .optional()
    .describe('What the act led to when it was recorded. Nothing is held against it.'),
};
const frame = z
  .array(z.number().int().min(0).max(1_000))
  .max(signInBounds.frames)
  .optional()
  .describe('The frame of the element, as the index of each frame within the one before.');
const onElement = { ...base, frame, selectors };
const offset = z.number().min(-10_000).max(10_000).optional();
const pointer = {
  ...onElement,
  offsetX: offset.describe('Where in the element, in pixels; absent: its middle.'),
  offsetY: offset.describe('Where in the element, in pixels; absent: its middle.'),
  button: z.enum(['primary', 'secondary', 'auxiliary']).optional().describe('Absent: the primary one.'),
};
const key = z
  .enum(signInKeys, { error: 'Keys that write characters are refused: type a text with a change act.' })
  .describe('A key that writes no character.');

/** One act of a sign-in. */
export const signInActSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      ...base,
      type: z.literal('setViewport'),
      width: z.number().int().min(100).max(10_000).describe('In pixels.'),
      height: z.number().int().min(100).max(10_000).describe('In pixels.'),
    }),
    z.object({
      ...base,
      type: z.literal('navigate'),
      url: address.describe(
        'The first is replaced by the request of the run; each further one waits until the page is there.',
      ),
    }),
    z.object({ ...pointer, type: z.literal('click') }),
    z.object({ ...pointer, type: z.literal('doubleClick') }),
    z.object({ ...onElement, type: z.literal('hover') }),
    z.object({
      ...onElement,
      type: z.literal('change'),
      value: typedText(signInBounds.valueCharacters).describe(
        'What is typed or chosen: `{{username}}`, `{{password}}`, `{{totp}}`, `{{totp|digit:1}}` for the first of six fields, or a text.',
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
      count: z.number().int().min(0).max(1_000).optional().describe('Absent: 1.'),
    }),
  ],
  { error: ({ input }) => unknownAct(input) },
);

/** `sign-ins/<name>.json`: how somebody is signed in, in the format of the Recorder of Chrome's developer tools. */
export const signInFileSchema = z.looseObject({
  title: z.string().min(1).max(signInBounds.titleCharacters).describe('What the screens call it.'),
  timeout: timeout.describe('How long each act is waited for, in milliseconds; absent: 5,000.'),
  steps: z.array(signInActSchema).min(1).max(signInBounds.acts).describe('The acts, in their order.'),
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
    ? 'An act is setViewport, navigate, click, doubleClick, hover, change, keyDown, keyUp, scroll or waitForElement.'
    : `${refused} is refused. ${refusedActs[refused]?.reason ?? ''} ${refusedActs[refused]?.fix ?? ''}`;
}
