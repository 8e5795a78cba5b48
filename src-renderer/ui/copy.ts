import { sharedMessages } from '../words/shared-messages.ts';
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
