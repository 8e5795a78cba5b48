/** Files that decide things, and the tests that hold them. */
export interface MutatedArea {
  readonly name: string;
  /** From the root of the checkout. */
  readonly files: readonly string[];
  /** Globs of test files, from the root of the checkout. */
  readonly tests: readonly string[];
}

const inFolder = (folder: string, names: readonly string[]): readonly string[] =>
  names.map((name) => `${folder}/${name}.ts`);

/** Every area takes at most an hour on two cores. */
export const mutatedAreas: readonly MutatedArea[] = [
  {
    name: 'authorization-server',
    files: inFolder('src-main/services/authorization-server', [
      'authorize/request-steps',
      'authorize/response-steps',
      'grants/authorization-code',
      'grants/code-verifier',
      'grants/refresh-token',
      'grants/token-exchange',
      'grants/validate-bearer',
      'introspection/steps',
      'revocation/steps',
      'stores/families',
      'token/client-authentication',
      'token/endpoint',
    ]),
    tests: [
      'test/unit/src-main/services/authorization-server/**/*.test.ts',
      'test/protocol/authorization-server/*.test.ts',
    ],
  },
  {
    name: 'throttle',
    files: [
      ...inFolder('src-shared/throttle', ['carry-over', 'durations', 'gcra', 'limiter', 'rate']),
      'src-main/services/gateway/filters/throttling-rules.ts',
    ],
    tests: [
      'test/unit/src-shared/throttle/**/*.test.ts',
      'test/unit/src-main/services/gateway/**/*.test.ts',
      'test/protocol/gateway/*throttl*.test.ts',
    ],
  },
  {
    name: 'connectors',
    files: inFolder('src-shared/connectors', [
      'exceptions/classify',
      'filters/plan',
      'filters/remote-filter',
      'mapping/request-mapping',
      'mapping/response-mapping',
      'paging/cookie',
      'paging/walk',
    ]),
    tests: [
      'test/unit/src-shared/connectors/**/*.test.ts',
      'test/unit/src-main/services/connectors/**/*.test.ts',
    ],
  },
  {
    name: 'consents',
    files: inFolder('src-shared/consents', [
      'plan/duplicate-rows',
      'plan/newest',
      'plan/planner',
      'plan/tally',
      'plan/targets',
    ]),
    tests: [
      'test/unit/src-shared/consents/**/*.test.ts',
      'test/unit/src-main/services/consents/**/*.test.ts',
    ],
  },
  {
    name: 'contract',
    files: inFolder('src-main/services/contract/pure', [
      'lint/engine',
      'rules/cc-001-activities-in-operator',
      'rules/cc-012-camel-case-conditions',
      'rules/cc-013-session-cookie',
      'rules/cc-026-minimum-password-length',
      'rules/cc-028-pkce',
      'rules/cc-029-consent-accept',
      'rules/cc-030-rate-limits',
      'rules/cc-031-array-patch',
      'rules/since',
    ]),
    tests: ['test/unit/src-main/services/contract/pure/**/*.test.ts'],
  },
];
