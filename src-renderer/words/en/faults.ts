import type { FaultEffect } from '#shared/api/index.ts';

const signed = (seconds: number): string => (seconds < 0 ? `${-seconds} s earlier` : `${seconds} s later`);

export const faults = {
  faults: {
    about:
      'Answers that are broken on purpose, until the application stops. Every exchange that one touches says so.',
    list: 'Faults that are on',
    none: 'No fault is on',
    noneMore: 'Put one on to see what a client makes of it.',
    effect: 'What happens',
    where: 'Where',
    everywhere: 'every path, every client',
    ofClient: (clientId: string) => `client ${clientId}`,
    remove: 'Take away',
    removeOf: (what: string) => `Take away: ${what}`,
    add: 'Put on',
    addTitle: 'A new fault',
    kind: 'What happens',
    service: 'Service',
    path: 'Path',
    pathHelp: 'Empty: every path.',
    pathBad: 'A path begins with /.',
    client: 'client_id',
    clientHelp: 'Empty: every client.',
    body: 'Body',
    kinds: {
      delay: 'The answer comes late',
      status: 'Another status',
      truncate: 'The body is cut',
      drop: 'The connection is dropped',
      'wrong-signature': 'Tokens are signed wrongly',
      'skew-expiry': 'Another expiry is told',
    },
    amounts: { delay: 'Milliseconds', status: 'Status', truncate: 'Bytes', 'skew-expiry': 'Seconds' },
    ranges: {
      delay: '0 – 120,000',
      status: '200 – 599',
      truncate: '0 or more',
      'skew-expiry': '−86,400 – 86,400; negative: earlier',
    },
    describe: (effect: FaultEffect): string => {
      switch (effect.kind) {
        case 'delay':
          return `The answer comes ${effect.millis} ms late`;
        case 'status':
          return `The status is ${effect.status}`;
        case 'truncate':
          return `The body is cut after ${effect.bytes} bytes`;
        case 'drop':
          return 'The connection is dropped';
        case 'wrong-signature':
          return 'Tokens are signed wrongly';
        case 'skew-expiry':
          return `Clients are told an expiry ${signed(effect.seconds)} than the true one`;
      }
    },
  },
} as const;
