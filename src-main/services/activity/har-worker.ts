import { parseTree } from 'jsonc-parser';
import { connectParent } from '#main/platform/isolates/index.ts';
import { harSchema } from './har.ts';
import type { HarTask, HarTaskResult } from './har-import.ts';

/** Entry of the process that parses HAR documents: they come from anywhere and may be large. */
function parse({ text }: HarTask): HarTaskResult {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'not JSON', ...positionOf(text) };
  }
  const parsed = harSchema.safeParse(document);
  if (parsed.success) return { ok: true, entries: parsed.data.log.entries };
  const issue = parsed.error.issues[0];
  return { ok: false, message: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not as expected'}` };
}

/** Line and column, from 1, of the first fault in a text that is not JSON. */
function positionOf(text: string): { line: number; column: number } {
  const errors: { offset: number }[] = [];
  parseTree(text, errors as never[], { disallowComments: true });
  const before = text.slice(0, errors[0]?.offset ?? 0);
  return { line: before.split('\n').length, column: before.length - before.lastIndexOf('\n') };
}

const parent = await connectParent<HarTask, HarTaskResult>();
parent.onTold((task) => parent.tell(parse(task)));
