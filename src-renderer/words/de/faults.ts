import type { FaultEffect } from '#shared/api/index.ts';
import type { faults as english } from '../en/faults.ts';
import type { Words } from '../words.ts';

const signed = (seconds: number): string => (seconds < 0 ? `${-seconds} s früher` : `${seconds} s später`);

/** Words of the faults, in German. */
export const faults: Words<typeof english> = {
  faults: {
    about:
      'Absichtlich gestörte Antworten, bis Gatehouse beendet wird. Jeder betroffene Austausch ist gekennzeichnet.',
    list: 'Aktive Störungen',
    none: 'Keine aktiven Störungen',
    noneMore: 'Eine hinzufügen, um zu sehen, wie ein Client damit umgeht.',
    effect: 'Wirkung',
    where: 'Gilt für',
    everywhere: 'jeder Pfad, jeder Client',
    ofClient: (clientId: string) => `Client ${clientId}`,
    remove: 'Entfernen',
    removeOf: (what: string) => `Entfernen: ${what}`,
    add: 'Störung hinzufügen',
    addTitle: 'Neue Störung',
    kind: 'Wirkung',
    service: 'Dienst',
    path: 'Pfad',
    pathHelp: 'Leer: jeder Pfad.',
    pathBad: 'Ein Pfad muss mit / beginnen.',
    client: 'client_id',
    clientHelp: 'Leer: jeder Client.',
    body: 'Body',
    kinds: {
      delay: 'Die Antwort wird verzögert',
      status: 'Ein anderer Status',
      truncate: 'Der Body wird abgeschnitten',
      drop: 'Die Verbindung wird abgebrochen',
      'wrong-signature': 'Tokens haben eine ungültige Signatur',
      'skew-expiry': 'Die angegebene Ablaufzeit ist falsch',
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
          return `Die Antwort wird um ${effect.millis} ms verzögert`;
        case 'status':
          return `Der Status ist ${effect.status}`;
        case 'truncate':
          return `Der Body wird nach ${effect.bytes} Bytes abgeschnitten`;
        case 'drop':
          return 'Die Verbindung wird abgebrochen';
        case 'wrong-signature':
          return 'Tokens haben eine ungültige Signatur';
        case 'skew-expiry':
          return `Die angegebene Ablaufzeit liegt ${signed(effect.seconds)} als die tatsächliche`;
      }
    },
  },
};
