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
    tray: 'Dienste bei geschlossenem Fenster im Infobereich weiter ausführen',
    trayHelp: 'Das Menü des Symbols zeigt den Zustand jedes Dienstes. Beenden stoppt auch die Dienste.',
    login: 'Gatehouse beim Anmelden an diesem Rechner starten',
    updates: 'Höchstens einmal am Tag nach einer neueren Version suchen',
    updatesHelp: 'Zeigt, wo es die neuere Version gibt. Nichts wird heruntergeladen oder installiert.',
    feed: 'URL der Versionsliste',
    feedHelp: 'Eine https-URL, die JSON liefert: version, url, notes.',
    feedInvalid: 'Eine URL eingeben, die mit https:// beginnt und weder Benutzernamen noch Passwort enthält.',
    newer: (version: string) => `Version ${version} ist verfügbar`,
    newerLink: 'Wo es sie gibt',
    noUpdate: 'Keine neuere Version bekannt.',
  },
  drop: {
    drop: 'Zum Importieren hier ablegen',
    unknown: (name: string) =>
      `${name} wurde nicht importiert. Eine Tabelle, eine HAR-Aufzeichnung oder die Zip-Datei eines Workspace ablegen.`,
    several: 'Nur eine Datei auf einmal. Die erste wurde importiert.',
    empty: (name: string) => `${name} ist leer.`,
  },
};
