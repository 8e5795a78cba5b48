import type { exchanges as english } from '../en/exchanges.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words about exchanges, wherever they are shown, in German. */
export const exchanges: Words<typeof english> = {
  wire: {
    title: 'Leitung',
    list: 'Austausche, neueste zuerst',
    empty: 'Noch ist nichts über die Leitung gegangen.',
    skipped: (count: number) =>
      `${plural(count, 'Austausch wurde', 'Austausche wurden')} unter Last ausgelassen`,
    notRecorded: (count: number) =>
      `${plural(count, 'Austausch wurde', 'Austausche wurden')} nicht aufgezeichnet`,
    noAnswer: 'keine Antwort',
    replay: 'Erneut senden',
    openInFlows: 'In Flows öffnen',
    compare: 'Mit vorigem vergleichen',
    detail: 'Austausch',
    choose: 'Austausch auswählen, um beide Seiten zu sehen.',
    // The words of the filter field svc, in every language.
    services: {
      authorizationServer: 'AS',
      connectorHost: 'IDM',
      gateway: 'GW',
      platform: 'Platform',
      sampleUpstreams: 'Samples',
      flowDebugger: 'Flow',
      replay: 'Replay',
      imported: 'HAR',
    },
  },
  replay: {
    sent: 'Erneut gesendet',
    title: (host: string) => `An ${host} senden?`,
    text: (host: string) =>
      `${host} liegt nicht auf diesem Rechner. Die Anfrage geht wie aufgezeichnet dorthin, samt Zugangsdaten.`,
    label: (host: string) => `Zum Bestätigen ${host} eingeben`,
    act: 'Erneut senden',
    open: 'In Flows öffnen',
  },
  exchange: {
    request: 'Anfrage',
    response: 'Antwort',
    trace: 'Server-Trace',
    headers: 'Header',
    query: 'Query',
    body: 'Body',
    fields: 'Felder',
    raw: 'Roh',
    viewOfRequest: 'Ansicht der Anfrage',
    requestRegion: 'Felder der Anfrage',
    responseRegion: 'Header und Body der Antwort',
    traceRegion: 'Geprüfte Regeln',
    noBody: 'Kein Body',
    dropped: 'Der Body wurde nicht aufbewahrt: Es kamen zu viele Austausche in kurzer Zeit.',
    truncated: 'Nur der Anfang des Bodys wurde aufbewahrt.',
    binary: 'Der Body ist kein Text.',
    noTrace: 'Kein Trace: Dieser Server läuft nicht hier, oder er hat nichts entschieden.',
    noResponse: 'Keine Antwort',
    secretStored: 'Geheimnis',
    secretArtefact: 'maskiert',
    want: 'soll',
    got: 'ist',
    effect: (text: string) => `Wirkung: ${text}`,
    weakness: (name: string) => `Schwachstelle: ${name}`,
    outcomes: {
      passed: 'Bestanden: ',
      failed: 'Fehlgeschlagen: ',
      skipped: 'Übersprungen: ',
      never: 'Nicht erreicht: ',
    },
    copyCurl: 'Als cURL kopieren',
    copyHar: 'Als HAR kopieren',
    copied: (what: string, redacted: readonly string[]) =>
      redacted.length === 0 ? `${what} kopiert` : `${what} kopiert. Maskiert: ${redacted.join(', ')}`,
    events: 'Audit-Ereignisse',
    faults: (count: number) =>
      `${plural(count, 'eingespielte Störung betraf', 'eingespielte Störungen betrafen')} diesen Austausch`,
  },
  diff: {
    title: (step: number, left: string, right: string) => `Schritt ${step}: ${left} und ${right}`,
    titleExchanges: 'Zwei Austausche im Vergleich',
    run: (run: number) => `Lauf ${run}`,
    with: 'Vergleichen mit',
    same: 'Kein Unterschied in Anfrage, Antwort und Trace.',
    by: 'Vergleichen nach',
    words: 'Wörtern',
    bytes: 'Bytes',
    part: 'Teil',
    name: 'Name',
    absent: 'fehlt',
    differs: 'weicht ab',
    missing: (run: number) => `Lauf ${run} hat keinen Austausch für diesen Schritt.`,
    older: 'Vorher',
    newer: 'Ausgewählt',
    parts: { request: 'Anfrage', response: 'Antwort', trace: 'Trace' },
  },
};
