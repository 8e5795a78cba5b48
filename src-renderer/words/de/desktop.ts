import { germanHostWords } from '#shared/desktop/german-host-words.ts';
import type { desktop as english } from '../en/desktop.ts';
import type { Words } from '../words.ts';

/** Words of the desktop application, and of files that are dropped on the window, in German. */
export const desktop: Words<typeof english> = {
  desktop: {
    host: germanHostWords,
    service: (name: string, state: string) => `${name}: ${state}`,
    chooseFolder: 'Auswählen…',
    chooseFolderTitle: 'Ordner auswählen',
    tray: 'Bei geschlossenem Fenster laufen die Dienste hinter einem Symbol weiter',
    trayHelp: 'Das Menü des Symbols zeigt den Zustand jedes Dienstes. Beenden beendet auch sie.',
    login: 'Gatehouse beim Anmelden an diesem Rechner starten',
    updates: 'Höchstens einmal am Tag nach einer neueren Version suchen',
    updatesHelp: 'Gemeldet wird, wo es die neuere Version gibt. Nichts wird geladen oder installiert.',
    feed: 'Adresse der Versionsliste',
    feedHelp: 'Eine https-Adresse, die mit JSON antwortet: version, url, notes.',
    feedInvalid: 'Eine Adresse eingeben, die mit https:// beginnt und weder Namen noch Passwort enthält.',
    newer: (version: string) => `Version ${version} ist erschienen`,
    newerLink: 'Wo es sie gibt',
    noUpdate: 'Keine neuere Version bekannt.',
  },
  drop: {
    drop: 'Zum Übernehmen hier ablegen',
    unknown: (name: string) =>
      `${name} wurde nicht übernommen: eine Tabelle, eine HAR-Aufzeichnung oder die Zip-Datei eines Workspace ablegen.`,
    several: 'Bitte nur eine Datei auf einmal. Die erste wurde übernommen.',
    empty: (name: string) => `${name} ist leer.`,
  },
};
