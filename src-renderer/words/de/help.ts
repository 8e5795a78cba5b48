import type { help as english } from '../en/help.ts';
import type { Words } from '../words.ts';

/** Words of Help, in German. */
export const help: Words<typeof english> = {
  title: 'Hilfe',
  contents: 'Inhalt',
  search: 'Hilfe durchsuchen',
  searchHint: 'Alle Seiten durchsuchen',
  found: (count: number, shown: number) =>
    count > shown ? `Die ersten ${shown} von ${count} Treffern` : `${count} Treffer`,
  none: 'Keine Treffer',
  noneText: 'Versuchen Sie weniger oder andere Wörter; die Seiten sind auf Englisch.',
  clear: 'Suche leeren',
  results: 'Suchergebnisse',
  missing: 'Seite nicht gefunden',
  missingText: 'Unter dieser Adresse hat die Hilfe keine Seite. Wählen Sie eine aus dem Inhalt.',
  failed: 'Die Seite wurde nicht geladen',
  failedText: 'Gatehouse konnte seine Hilfedateien nicht lesen. Laden Sie das Fenster neu.',
  copy: 'Kopieren',
  copied: 'Code kopiert',
  commands: { search: 'Hilfe durchsuchen' },
};
