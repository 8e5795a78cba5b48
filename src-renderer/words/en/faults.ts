import type { FaultEffect } from '#shared/api/index.ts';

const signed = (seconds: number): string => (seconds < 0 ? `${-seconds} s earlier` : `${seconds} s later`);

export const faults = {
  faults: {
    about: 'Responses broken on purpose until Gatehouse stops. Every affected exchange is marked.',
    list: 'Active faults',
    none: 'No active faults',
    noneMore: 'Add one to see how a client handles it.',
    effect: 'Effect',
    where: 'Applies to',
    everywhere: 'every path, every client',
    ofClient: (clientId: string) => `client ${clientId}`,
    remove: 'Remove',
    removeOf: (what: string) => `Remove: ${what}`,
    add: 'Add fault',
    addTitle: 'New fault',
    kind: 'Effect',
    service: 'Service',
    path: 'Path',
    pathHelp: 'Empty: every path.',
    pathBad: 'A path must begin with /.',
    client: 'client_id',
    clientHelp: 'Empty: every client.',
    body: 'Body',
    kinds: {
      delay: 'The response is delayed',
      status: 'Another status',
      truncate: 'The body is truncated',
      drop: 'The connection is dropped',
      'wrong-signature': 'Tokens have an invalid signature',
      'skew-expiry': 'The stated expiry is wrong',
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
          return `The response is delayed by ${effect.millis} ms`;
        case 'status':
          return `The status is ${effect.status}`;
        case 'truncate':
          return `The body is truncated after ${effect.bytes} bytes`;
        case 'drop':
          return 'The connection is dropped';
        case 'wrong-signature':
          return 'Tokens have an invalid signature';
        case 'skew-expiry':
          return `The stated expiry is ${signed(effect.seconds)} than the actual one`;
      }
    },
  },
} as const;
