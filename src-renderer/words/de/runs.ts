import type { runs as english } from '../en/runs.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words about the runs of flows, wherever they are shown, in German. */
export const runs: Words<typeof english> = {
  runs: {
    title: 'Läufe',
    list: 'Läufe, neueste zuerst',
    empty: 'Noch keine Läufe',
    menu: 'Weitere Aktionen für Läufe',
    exportAs: {
      har: 'Lauf als HAR exportieren',
      markdown: 'Lauf als Markdown exportieren',
      curl: 'Lauf als curl-Skript exportieren',
    },
    importHar: 'HAR importieren…',
    importStarted: (entries: number) => `Import von ${plural(entries, 'Austausch', 'Austauschen')} läuft`,
    formats: { har: 'HAR', markdown: 'Markdown', curl: 'Skript' },
    exported: (format: string, redacted: number) =>
      redacted === 0
        ? `${format} gespeichert`
        : `${format} gespeichert. ${plural(redacted, 'Geheimnis wurde', 'Geheimnisse wurden')} maskiert`,
    replay: 'Mit den Änderungen wiederholen',
    save: 'Als Ablaufdatei speichern…',
    saved: 'Gespeicherte Abläufe…',
    compare: (left: number, right: number) => `${left} und ${right} vergleichen`,
    states: {
      'waiting-for-browser': 'WARTET',
      paused: 'ANGEHALTEN',
      running: 'LÄUFT',
      passed: 'BESTANDEN',
      failed: 'GESCHEITERT',
      cancelled: 'ABGEBROCHEN',
    },
  },
};
