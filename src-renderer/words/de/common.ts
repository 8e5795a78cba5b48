import type { common as english } from '../en/common.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words that every screen uses, in German. */
export const common: Words<typeof english> = {
  product: 'Gatehouse',
  common: {
    close: 'Schließen',
    cancel: 'Abbrechen',
    copied: 'Kopiert',
    copyFailed: 'Der Browser hat das Kopieren nicht erlaubt. Text markieren und von Hand kopieren.',
    copyDetails: 'Details kopieren',
    retry: 'Erneut versuchen',
    reveal: 'Aufdecken',
    hide: 'Verdecken',
    revealNamed: (name: string) => `${name} aufdecken`,
    hideNamed: (name: string) => `${name} verdecken`,
    undo: 'Rückgängig',
    edit: 'Bearbeiten',
    save: 'Speichern',
    discard: 'Verwerfen',
    copy: 'Kopieren',
    loading: 'Wird geladen',
    none: 'keine',
  },
  keyNames: {
    ctrl: 'Strg',
    alt: 'Alt',
    shift: 'Umschalt',
    enter: 'Eingabe',
    space: 'Leertaste',
    delete: 'Entf',
    pageup: 'Bild ↑',
    pagedown: 'Bild ↓',
  },
  theme: {
    label: (name: string) => `Design: ${name}`,
    system: 'System',
    light: 'hell',
    dark: 'dunkel',
    compact: 'kompakt',
    comfortable: 'bequem',
  },
  banner: {
    lost: 'Die Verbindung zur Engine ist unterbrochen.',
    lostMore: 'Die Anzeige kann veraltet sein. Gatehouse versucht, sich neu zu verbinden.',
    faults: (count: number) => `${plural(count, 'Störung ist', 'Störungen sind')} aktiv.`,
    showFaults: 'Störungen anzeigen',
    faultsMore: 'Antworten der Dienste können absichtlich verspätet oder fehlerhaft sein oder ausbleiben.',
  },
  session: {
    title: 'Diese Seite braucht einen neuen Link',
    why: 'Der Link, der sie geöffnet hat, ist verbraucht oder gehört zu einem früheren Start von Gatehouse.',
    fix: 'Die Adresse, die Gatehouse beim Start ausgegeben hat, kopieren und hier öffnen. Ist sie nicht mehr zu finden, Gatehouse neu starten: Es gibt eine neue aus.',
  },
  crash: {
    title: 'Die Ansicht ist abgestürzt',
    fix: 'Sie erneut anzeigen oder das Fenster neu laden. Entwürfe, Läufe und Austausche bewahrt die Engine auf.',
    again: 'Erneut anzeigen',
    reload: 'Fenster neu laden',
  },
  pairs: {
    name: (at: number) => `Name ${at}`,
    value: (name: string) => `Wert von ${name}`,
    null: 'null',
    remove: (name: string) => `${name} entfernen`,
  },
  verdicts: {
    passed: 'BESTANDEN',
    failed: 'GESCHEITERT',
    warning: 'WARNUNG',
    review: 'ZU SICHTEN',
    skipped: 'ÜBERSPRUNGEN',
    inconclusive: 'UNKLAR',
  },
};
