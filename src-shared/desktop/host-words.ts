import { z } from 'zod';

const word = z.string().min(1).max(400);

/**
 * Words that the desktop host itself shows, in its menu and where no page is there to show any. The page sends those of
 * its language; these hold until it has.
 */
export const hostWordsSchema = z.object({
  menu: z.object({
    app: word,
    about: word,
    services: word,
    hide: word,
    hideOthers: word,
    showAll: word,
    quit: word,
    file: word,
    edit: word,
    view: word,
    undoTyping: word,
    redoTyping: word,
    cut: word,
    copy: word,
    paste: word,
    selectAll: word,
    fullScreen: word,
    actualSize: word,
    zoomIn: word,
    zoomOut: word,
    devTools: word,
    window: word,
    minimise: word,
    zoom: word,
    close: word,
    bringToFront: word,
  }),
  tray: z.object({ open: word, startAll: word, stopAll: word, quit: word }),
  crash: z.object({
    pageTitle: word,
    engineTitle: word,
    hangTitle: word,
    pageDetail: word,
    engineDetail: word,
    hangDetail: word,
    repeated: word,
    reopen: word,
    reopenHome: word,
    copy: word,
    wait: word,
    quit: word,
  }),
});

export type HostWords = z.infer<typeof hostWordsSchema>;
