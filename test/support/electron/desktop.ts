import { EventEmitter } from 'node:events';
import type { MessageBoxOptions, OpenDialogOptions, Rectangle } from 'electron';
import { PreventableEvent, requireReady } from './app.ts';
import { answerAsk, note, settings } from './link.ts';

interface Standing {
  readonly options: MessageBoxOptions;
  readonly settle: (response: number) => void;
}

let standing: Standing | null = null;
let nextFolder: string | null = null;

export const dialog = {
  showErrorBox(title: string, content: string): void {
    note({ type: 'error-box', title, content });
  },

  async showMessageBox(
    ...given: readonly [unknown, MessageBoxOptions] | readonly [MessageBoxOptions]
  ): Promise<{ response: number }> {
    requireReady(true, 'dialog.showMessageBox');
    const options = given.length === 1 ? given[0] : given[1];
    const { title = '', message, detail = '', buttons = [], defaultId = 0, cancelId = 0, signal } = options;
    note({
      type: 'message-box',
      box: { title, message, detail, buttons, defaultId },
      hasParent: given.length === 2,
    });
    return new Promise((resolve) => {
      const settle = (response: number) => {
        standing = null;
        resolve({ response });
      };
      standing = { options, settle };
      signal?.addEventListener('abort', () => settle(cancelId), { once: true });
    });
  },

  async showOpenDialog(_window: unknown, { title = '', properties = [] }: OpenDialogOptions) {
    requireReady(true, 'dialog.showOpenDialog');
    note({ type: 'open-dialog', title, properties });
    return { canceled: nextFolder === null, filePaths: nextFolder === null ? [] : [nextFolder] };
  },
};

answerAsk('press-button', ({ label }) => {
  const index = standing?.options.buttons?.indexOf(label) ?? -1;
  if (index < 0) throw new Error(`No box with a button ${label} stands.`);
  standing?.settle(index);
  return null;
});

answerAsk('choose-folder', ({ directory }) => {
  nextFolder = directory;
  return null;
});

export const clipboard = {
  async writeText(text: string): Promise<void> {
    note({ type: 'clipboard', text });
  },
};

export const nativeTheme = { shouldUseDarkColors: settings.isDark };

/** The system's power events; a test has it shut down. */
export const powerMonitor = new EventEmitter();

answerAsk('shut-down', () => {
  const event = new PreventableEvent();
  powerMonitor.emit('shutdown', event);
  return { isPrevented: event.defaultPrevented };
});

export const screen = {
  getAllDisplays(): readonly { readonly workArea: Rectangle }[] {
    requireReady(true, 'screen');
    return settings.displays.map((workArea) => ({ workArea }));
  },
};

export const net = {
  async fetch(url: string, { redirect = 'follow' }: RequestInit): Promise<Response> {
    requireReady(true, 'net.fetch');
    note({ type: 'net-fetch', url, redirect });
    const answer = settings.answers[url];
    if (answer === undefined) throw new Error('net::ERR_NAME_NOT_RESOLVED');
    return new Response(answer);
  },
};
