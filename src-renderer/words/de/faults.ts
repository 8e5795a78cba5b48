import type { FaultEffect } from '#shared/api/index.ts';
import type { faults as english } from '../en/faults.ts';
import type { Words } from '../words.ts';

const signed = (seconds: number): string => (seconds < 0 ? `${-seconds} s früher` : `${seconds} s später`);

/** Words of the faults, in German. */
export const faults: Words<typeof english> = {
  faults: {
    about:
      'Absichtlich gestörte Antworten, bis die Anwendung beendet wird. Jeder Austausch, den eine Störung trifft, weist darauf hin.',
    list: 'Aktive Störungen',
    none: 'Keine Störung ist aktiv',
    noneMore: 'Eine einschalten, um zu sehen, wie ein Client damit umgeht.',
    effect: 'Was geschieht',
    where: 'Wo',
    everywhere: 'jeder Pfad, jeder Client',
    ofClient: (clientId: string) => `Client ${clientId}`,
    remove: 'Aufheben',
    removeOf: (what: string) => `Aufheben: ${what}`,
    add: 'Einschalten',
    addTitle: 'Neue Störung',
    kind: 'Was geschieht',
    service: 'Dienst',
    path: 'Pfad',
    pathHelp: 'Leer: jeder Pfad.',
    pathBad: 'Ein Pfad beginnt mit /.',
    client: 'client_id',
    clientHelp: 'Leer: jeder Client.',
    body: 'Body',
    kinds: {
      delay: 'Die Antwort kommt verspätet',
      status: 'Ein anderer Status',
      truncate: 'Der Body wird abgeschnitten',
      drop: 'Die Verbindung wird abgebrochen',
      'wrong-signature': 'Tokens werden falsch signiert',
      'skew-expiry': 'Eine andere Ablaufzeit wird genannt',
    },
    amounts: { delay: 'Millisekunden', status: 'Status', truncate: 'Bytes', 'skew-expiry': 'Sekunden' },
    ranges: {
      delay: '0 – 120.000',
      status: '200 – 599',
      truncate: '0 oder mehr',
      'skew-expiry': '−86.400 – 86.400; negativ: früher',
    },
    describe: (effect: FaultEffect): string => {
      switch (effect.kind) {
        case 'delay':
          return `Die Antwort kommt ${effect.millis} ms verspätet`;
        case 'status':
          return `Der Status ist ${effect.status}`;
        case 'truncate':
          return `Der Body wird nach ${effect.bytes} Bytes abgeschnitten`;
        case 'drop':
          return 'Die Verbindung wird abgebrochen';
        case 'wrong-signature':
          return 'Tokens werden falsch signiert';
        case 'skew-expiry':
          return `Die genannte Ablaufzeit liegt ${signed(effect.seconds)} als die wahre`;
      }
    },
  },
};
