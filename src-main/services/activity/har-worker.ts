import { connectParent } from '#main/platform/isolates/index.ts';
import type { HarTask, HarTaskResult } from './har-import.ts';
import { ImportFault } from './import-fault.ts';
import { importFormatOf } from './import-formats.ts';

/** Entry of the process that reads documents for Activity: they come from anywhere and may be large. */
function parse({ text }: HarTask): HarTaskResult {
  const { name, short, fix, read } = importFormatOf(text);
  try {
    return { ok: true, entries: read(text) };
  } catch (error) {
    if (!(error instanceof ImportFault)) throw error;
    const { message, line, column } = error;
    return { ok: false, name, short, fix, message, line, column };
  }
}

const parent = await connectParent<HarTask, HarTaskResult>();
parent.onTold((task) => parent.tell(parse(task)));
