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
        ? 'Dieser Workspace bleibt auf diesem Rechner, bis Sie ihm vertrauen.'
        : `Dieser Workspace bleibt auf diesem Rechner: ${plural(off, 'Punkt ist', 'Punkte sind')} ausgeschaltet.`,
    decideTrust: 'Ansehen, was er tun würde',
    lost: 'Die Verbindung zur Engine ist unterbrochen.',
    lostMore: 'Die Anzeige kann veraltet sein. Gatehouse versucht, sich neu zu verbinden.',
    faults: (count: number) => `${plural(count, 'Störung ist', 'Störungen sind')} aktiv.`,
    showFaults: 'Störungen anzeigen',
    faultsMore: 'Antworten der Dienste können absichtlich verspätet oder fehlerhaft sein oder ausbleiben.',
  },
  session: {
    title: 'Diese Seite braucht einen neuen Link',
    why: 'Diese Seite hat keine Sitzung, oder ihre Sitzung ist beendet: Ein Link gilt nur für eine begrenzte Zeit und nur, solange der Prozess läuft, der ihn ausgegeben hat.',
    link: 'Link oder Code',
    help: 'Den Link einfügen, den Gatehouse beim Start ausgegeben hat. Einen neuen gibt „gatehouse open --print“ aus.',
    wrong: 'Dieser Link gilt nicht oder nicht mehr. Einen neuen gibt „gatehouse open --print“ aus.',
    unreachable: 'Gatehouse antwortet nicht. Gatehouse neu starten und den neuen Link einfügen.',
    open: 'Gatehouse öffnen',
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
