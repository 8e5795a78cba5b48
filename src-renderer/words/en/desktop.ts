import { englishHostWords } from '#shared/desktop/english-host-words.ts';

/** Words of the desktop application, and of files that are dropped on the window. */
export const desktop = {
  desktop: {
    host: englishHostWords,
    service: (name: string, state: string) => `${name}: ${state}`,
    chooseFolder: 'Choose…',
    chooseFolderTitle: 'Choose a folder',
    tray: 'The services go on behind an icon when the window is closed',
    trayHelp: 'The menu of the icon shows how each service stands. Quit ends them.',
    login: 'Gatehouse starts when you sign in to this machine',
    updates: 'Look for a newer version, at most once a day',
    updatesHelp: 'It tells you where the newer version is. Nothing is loaded or installed.',
    feed: 'Address of the list of versions',
    feedHelp: 'An https address that answers with JSON: version, url, notes.',
    feedInvalid: 'Write an address that begins with https:// and holds no name or password.',
    newer: (version: string) => `Version ${version} is out`,
    newerLink: 'Where to get it',
    noUpdate: 'No newer version is known.',
  },
  drop: {
    drop: 'Drop it to bring it in',
    unknown: (name: string) =>
      `${name} was not taken: drop a spreadsheet, a HAR recording, or the zip of a workspace.`,
    several: 'One file at a time, please. The first one was taken.',
    empty: (name: string) => `${name} is empty.`,
  },
} as const;
