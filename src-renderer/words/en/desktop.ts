import { englishHostWords } from '#shared/desktop/english-host-words.ts';

/** Words of the desktop application, and of files that are dropped on the window. */
export const desktop = {
  desktop: {
    host: englishHostWords,
    service: (name: string, state: string) => `${name}: ${state}`,
    chooseFolder: 'Choose…',
    chooseFolderTitle: 'Choose a folder',
    tray: 'Keep services running in the system tray when the window is closed',
    trayHelp: 'The tray menu shows the status of each service. Quit stops them.',
    login: 'Start Gatehouse when you sign in to this machine',
    updates: 'Check for a newer version, at most once a day',
    updatesHelp: 'Shows where to get the newer version. Nothing is downloaded or installed.',
    feed: 'Version list URL',
    feedHelp: 'An https URL that returns JSON: version, url, notes.',
    feedInvalid: 'Enter a URL that begins with https:// and contains no user name or password.',
    newer: (version: string) => `Version ${version} is available`,
    newerLink: 'Where to get it',
    noUpdate: 'No newer version is known.',
  },
  drop: {
    drop: 'Drop the file to import it',
    unknown: (name: string) =>
      `${name} was not imported. Drop a spreadsheet, a HAR recording, or the zip file of a workspace.`,
    several: 'Only one file at a time. The first one was imported.',
    empty: (name: string) => `${name} is empty.`,
  },
} as const;
