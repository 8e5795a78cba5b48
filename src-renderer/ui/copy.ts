import { strings } from '../app/strings.ts';
import { toast } from './toast.tsx';

/** Puts text on the clipboard and says so, or says that the browser refused. */
export async function copyText(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast(strings.common.copyFailed);
  }
}

/** Offers text as a file to save. */
export function saveText(text: string, fileName: string, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the blob by the next task; without this it is kept until the page is left.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
