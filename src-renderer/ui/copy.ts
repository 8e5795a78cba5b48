import { sharedMessages } from '../words/shared-messages.ts';
import { reportProblem } from './report-problem.ts';
import { toast } from './toast.tsx';

/** Puts text on the clipboard and says so, or says that the browser refused. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(sharedMessages.common.copyFailed);
  }
}

/** Copies a value that is fetched for that alone, and so is shown nowhere. */
export async function copyValue(name: string, load: () => string | Promise<string>): Promise<void> {
  try {
    await copyText(await load(), sharedMessages.common.copiedNamed(name));
  } catch (error) {
    reportProblem(error);
  }
}
