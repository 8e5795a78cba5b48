import type { connectorConsole as english } from '../en/connectors-console.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

const operations = {
  TEST: 'Test',
  SCHEMA: 'Schema',
  SCRIPT: 'Skript',
  GET: 'Lesen',
  QUERY: 'Auflisten',
  CREATE: 'Anlegen',
  UPDATE: 'Ändern',
  DELETE: 'Löschen',
} as const;

/** Words of the console of the connector studio, in German: operations, runs and recordings. */
export const connectorConsole: Words<typeof english> = {
  connectorConsole: {
    title: 'Konsole',
    open: 'Konsole öffnen',
    close: 'Konsole schließen',
    running: 'Läuft…',
    ask: 'Auszuführende Operation',
    operation: 'Operation',
    operations,
    objectType: 'Objekttyp',
    fields: {
      uid: 'uid',
      filter: '_queryFilter',
      pageSize: '_pageSize',
      offset: '_pagedResultsOffset',
      cookie: '_pagedResultsCookie',
      fields: '_fields',
      attributes: 'Attribute',
      script: 'Skript',
      arguments: 'Argumente',
    },
    attributesHelp: 'Im Format der Verwaltungsschnittstelle.',
    scriptHelp: 'Läuft im Konnektor, mit Zugriff auf den Konnektor und die Argumente.',
    argumentsHelp: 'Ein JSON-Objekt. Jedes Feld wird eine Variable des Skripts.',
    dryRun: 'Probelauf',
    dryRunHelp: 'Zeigt die genauen Anfragen, ohne sie zu senden.',
    realRunHelp: 'Ändert Objekte auf der Gegenstelle.',
    showRequests: 'Anfragen zeigen',
    run: (operation: string) => `Ausführen: ${operation}`,
    history: 'Läufe dieser Sitzung',
    empty: 'Noch keine Läufe. „Test“ prüft, ob die Gegenstelle antwortet, und ändert nichts.',
    runRegion: 'Ergebnis des Laufs',
    dry: 'PROBELAUF',
    requests: (count: number) => plural(count, 'Anfrage', 'Anfragen'),
    record: 'Aufzeichnen…',
    result: 'Ergebnis',
    hostError: 'Antwort der Verwaltungsschnittstelle',
    request: 'Anfrage',
    response: 'Antwort',
    requestOf: (name: string) => `Anfrage: ${name}`,
    responseOf: (name: string) => `Antwort: ${name}`,
    additionalStep: (operation: string, at: number, attribute: string | null) =>
      attribute === null ? `${operation}, Schritt ${at}` : `${operation}, Schritt ${at} für ${attribute}`,
    token: (grant: string) => `Token per ${grant}`,
    test: 'Test der Gegenstelle',
    notSent: 'nicht gesendet',
    notSentMore: 'Ein Probelauf sendet nichts.',
    noAnswer: 'keine Antwort',
    millis: (text: string) => `${text}\u00a0ms`,
    ruleWon: (type: string, at: number | null) =>
      at === null
        ? `Der Status wird als ${type} gewertet.`
        : `Regel ${at} von ${type} wertete die Antwort als Fehler.`,
    confirmTitle: 'Auf einen anderen Server schreiben?',
    confirmText: (operation: string, host: string) =>
      `„${operation}“ ändert Objekte auf ${host}. Gatehouse fragt je Konnektor und Sitzung nur einmal.`,
    confirmAct: 'Anfragen senden',
    recordings: {
      title: 'Aufzeichnungen',
      text: 'Spielt aufgezeichnete Läufe mit der aktuellen Konfiguration ab, ohne Netzwerk.',
      none: 'Noch keine Aufzeichnungen. In der Konsole eine Operation ausführen, dann „Aufzeichnen…“ wählen.',
      verify: 'Prüfen',
      recordTitle: 'Diesen Lauf aufzeichnen',
      recordText: 'Speichert Anfragen und Antworten als Datei des Workspace, mit maskierten Geheimnissen.',
      recordAct: 'Aufzeichnen',
      recorded: (file: string) => `Aufgezeichnet in ${file}`,
      name: 'Name',
      nameHelp: 'Buchstaben, Ziffern, Punkt, Bindestrich und Unterstrich. Auch der Dateiname.',
      differencesOf: (name: string) => `Unterschiede: ${name}`,
      what: 'Teil',
      place: 'Pfad',
      expected: 'Aufgezeichnet',
      actual: 'Jetzt',
    },
  },
};
