import type { activity as english } from '../en/activity.ts';
import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';
import type { Words } from '../words.ts';

/** Words of the activity log, in German. */
export const activity: Words<typeof english> = {
  activity: {
    title: 'Aktivität',
    grid: 'Austausche, älteste zuerst',
    filter: 'Filter',
    filterHint: 'svc:as status:>=400 client:portal-web -path:/health',
    suggestions: 'Was hier stehen kann',
    count: (matching: number, total: number) =>
      matching === total ? formatCount(total) : `${formatCount(matching)} von ${formatCount(total)}`,
    shown: (matching: number) => `${plural(matching, 'Austausch', 'Austausche')} angezeigt`,
    follow: 'Folgen',
    newRows: (count: number) => `${formatCount(count)} neu`,
    notRecorded: (count: number) =>
      `${plural(count, 'Austausch wurde', 'Austausche wurden')} nicht aufgezeichnet`,
    bodiesDropped: (count: number) =>
      `${plural(count, 'Body wurde', 'Bodys wurden')} unter Last nicht aufbewahrt`,
    columns: {
      time: 'Angekommen',
      source: 'Quelle',
      parties: 'Von, an',
      method: 'Methode',
      path: 'Pfad',
      status: 'Status',
      duration: 'Dauer',
      actor: 'Client',
      remark: 'Abgelehnt durch',
    },
    chips: {
      sources: 'Quelle',
      results: 'Ergebnis',
      source: {
        flows: 'Flows',
        connectors: 'Konnektoren',
        platform: 'Plattform',
        live: 'Live',
        resent: 'Erneut gesendet',
        imported: 'Importiert',
        attacks: 'Angriffe',
      },
      result: { '2xx': '2xx', '3xx': '3xx', '4xx': '4xx', '5xx': '5xx', refused: 'Abgelehnt' },
      attacksHidden: (count: number) =>
        `${formatCount(count)} aus Angriffen ${count === 1 ? 'ist' : 'sind'} ausgeblendet`,
    },
    contract: 'Bricht mit dem API-Vertrag',
    marks: {
      pinned: 'angeheftet',
      finding: 'Befund',
      contract: (rules: readonly string[]) => `Befund nach ${rules.join(', ')} des API-Vertrags`,
    },
    emptyTitle: 'Noch ist nichts über die Leitung gegangen',
    emptyText:
      'Jede Anfrage, die ein gehosteter Dienst beantwortet oder die Gatehouse sendet, erscheint hier mit beiden Seiten.',
    noMatchTitle: 'Kein Austausch passt',
    noMatchText: 'Den Filter lockern oder löschen, um alles zu sehen.',
    clear: 'Filter löschen',
    runFlow: 'Ablauf ausführen',
    choose: 'Austausch auswählen, um beide Seiten zu sehen.',
    saved: 'Gespeicherte Filter',
    noSaved: 'Noch keiner gespeichert',
    save: 'Diesen Filter speichern…',
    saveTitle: 'Diesen Filter speichern',
    saveName: 'Name',
    saveAct: 'Filter speichern',
    removed: (name: string) => `Filter ${name} entfernt`,
    removeSaved: (name: string) => `${name} entfernen`,
    more: 'Mehr zur Liste',
    exportMatching: 'Passende als HAR exportieren',
    exportSelected: 'Ausgewählte als HAR exportieren',
    importFile: 'Austausche importieren…',
    pasteRequest: 'Anfrage einfügen…',
    pasteTitle: 'Anfrage einfügen',
    pasteHelp:
      'Eine HTTP-Anfrage, wie sie über die Leitung geht, curl-Befehle oder der Text eines Exports als HAR oder aus Burp Suite. Gesendet wird nichts.',
    pasteLabel: 'Anfrage',
    pasteAct: 'In die Aktivität aufnehmen',
    exported: (count: number, redacted: number) =>
      redacted === 0
        ? `${plural(count, 'Austausch', 'Austausche')} exportiert`
        : `${plural(count, 'Austausch', 'Austausche')} exportiert. ${plural(redacted, 'Geheimnis wurde', 'Geheimnisse wurden')} maskiert`,
    selected: (count: number) => `${formatCount(count)} ausgewählt`,
    unmark: 'Markierung entfernen',
    pinned: (count: number) => `${plural(count, 'Austausch', 'Austausche')} angeheftet`,
    unpinned: (count: number) => `${plural(count, 'Austausch', 'Austausche')} gelöst`,
    finding: 'Als Befund markieren…',
    findingTitle: 'Als Befund markieren',
    findingNote: 'Was gefunden wurde',
    findingAct: 'Als Befund markieren',
    findingRemove: 'Markierung entfernen',
    related: 'Verwandt',
    both: 'Beide Seiten',
    relatedEmpty: 'Kein anderer Austausch gehört zum selben Lauf.',
    detail: 'Austausch',
    view: 'Was vom Austausch angezeigt wird',
    commands: {
      pin: 'Ausgewählte Austausche anheften oder lösen',
      replay: 'Austausch erneut senden',
      openInFlows: 'Die Anfrage in Flows ändern und senden',
      values: 'Maskierte Werte zeigen oder verbergen',
      compare: 'Zwei Austausche vergleichen',
      copy: 'Austausch als cURL kopieren',
      mark: 'Austausch als A merken, um andere damit zu vergleichen',
      nextDifference: 'Zum nächsten Unterschied gehen',
      previousDifference: 'Zum vorigen Unterschied gehen',
      leaveCompare: 'Vergleich verlassen',
      export: 'Ausgewählte Austausche als HAR exportieren',
      filter: 'Zum Filter gehen',
      follow: 'Neuen Austauschen folgen',
    },
  },
};
