import type { MessagePortMain } from 'electron';
import { type FromPage, fromPageSchema, type ToPage } from '#shared/desktop/index.ts';

/** As many messages wait for a page that does not listen yet; older ones are dropped. */
const maxWaiting = 20;

/** The port between this process and the page, whichever page that is. */
export interface PageLink {
  /** Sends a message, or keeps it until the page listens. */
  send(message: ToPage): void;
  /** Takes the port of a new page in place of that of the last one. */
  take(port: MessagePortMain): void;
}

/** Opens the link; what the page sends is checked before anything is done with it. */
export function createPageLink(events: {
  readonly onMessage: (message: FromPage) => void;
  readonly refused: (why: string) => void;
}): PageLink {
  let port: MessagePortMain | null = null;
  let isListening = false;
  let waiting: readonly ToPage[] = [];

  function receive(data: unknown): void {
    const message = fromPageSchema.safeParse(data);
    if (!message.success)
      return events.refused('the page sent a message that the desktop application does not accept');
    if (message.data.type === 'ready') {
      isListening = true;
      for (const kept of waiting) port?.postMessage(kept);
      waiting = [];
    }
    events.onMessage(message.data);
  }

  return {
    send(message) {
      if (isListening) port?.postMessage(message);
      else waiting = [...waiting, message].slice(-maxWaiting);
    },
    take(next) {
      port?.close();
      port = next;
      isListening = false;
      next.on('message', ({ data }) => {
        if (port === next) receive(data);
      });
      next.on('close', () => {
        if (port !== next) return;
        port = null;
        isListening = false;
      });
      next.start();
    },
  };
}
