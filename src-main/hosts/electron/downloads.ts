import type { Session } from 'electron';
import { pageOrigin } from './page-scheme.ts';

/**
 * Lets only the page save files, each after its own dialog: nothing is written, or written over, without a person
 * having said where.
 */
export function askForDownloads(session: Pick<Session, 'on'>): void {
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${pageOrigin}/`)) return event.preventDefault();
    item.setSaveDialogOptions({ defaultPath: item.getFilename(), properties: ['showOverwriteConfirmation'] });
  });
}
