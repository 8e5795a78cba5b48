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
    copyFailed: 'Der Browser hat das Kopieren verhindert. Den Text markieren und selbst kopieren.',
    copyDetails: 'Details kopieren',
    details: 'Details',
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
    copyNamed: (name: string) => `${name} kopieren`,
    copiedNamed: (name: string) => `${name} kopiert`,
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
    restricted: 'Eingeschränkter Modus.',
    restrictedMore: (off: number) =>
      off === 0
        ? 'Dieser Workspace hat keinen Zugriff über diesen Rechner hinaus, bis Sie ihm vertrauen.'
        : `Dieser Workspace hat keinen Zugriff über diesen Rechner hinaus: ${plural(off, 'Funktion ist', 'Funktionen sind')} ausgeschaltet.`,
    decideTrust: 'Vertrauen prüfen',
    lost: 'Die Verbindung zur Engine ist unterbrochen.',
    lostMore: 'Die Anzeige kann veraltet sein. Gatehouse versucht, sich neu zu verbinden.',
    faults: (count: number) => `${plural(count, 'Störung ist', 'Störungen sind')} aktiv.`,
    showFaults: 'Störungen anzeigen',
    faultsMore: 'Antworten der Dienste können absichtlich verspätet, fehlerhaft oder gar nicht kommen.',
  },
  session: {
    title: 'Diese Seite braucht einen neuen Link',
    why: 'Diese Seite hat keine Sitzung, oder die Sitzung ist abgelaufen. Ein Link gilt nur begrenzte Zeit und nur, solange der Prozess läuft, der ihn ausgegeben hat.',
    link: 'Link oder Code',
    help: 'Den Link einfügen, den Gatehouse beim Start ausgegeben hat. Einen neuen gibt „gatehouse open --print“ aus.',
    wrong: 'Dieser Link ist ungültig oder abgelaufen.  Einen neuen gibt „gatehouse open --print“ aus.',
    unreachable: 'Gatehouse antwortet nicht. Gatehouse neu starten und den neuen Link einfügen.',
    open: 'Gatehouse öffnen',
  },
  crash: {
    title: 'Die Ansicht ist abgestürzt',
    fix: 'Die Ansicht erneut öffnen oder das Fenster neu laden. Entwürfe, Läufe und Austausche gehen nicht verloren.',
    again: 'Erneut öffnen',
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
