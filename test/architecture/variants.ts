/** Something written into a file behind a text that has to stand there once. */
export interface Edit {
  readonly file: string;
  readonly anchor: string;
  readonly added: string;
}

/** A table, and a fictitious member of it: the first step of its recipe, done by the test. */
export interface Variant {
  /** Heading of the recipe in CONTRIBUTING.md. */
  readonly recipe: string;
  /** The name of the member, which stands in the errors that it causes. */
  readonly member: string;
  readonly edits: readonly Edit[];
}

const exportsFile = 'src-shared/exports/index.ts';
const typesFile = 'src-shared/gateway/types.ts';
const authenticationFile = 'src-shared/oauth/client-authentication.ts';

function exported(family: string, anchor: string, more = ''): Variant {
  const member = `fictitious_${family}`;
  const added = more === '' ? ` ${member}: text,` : `\n  ${member}: { ...text, ${more} },`;
  return { recipe: 'A format of an export', member, edits: [{ file: exportsFile, anchor, added }] };
}

/** Every table of variants, and what else has a recipe of which the compiler knows. */
export const variants: readonly Variant[] = [
  {
    recipe: 'A grant',
    member: 'fictitious_grant',
    edits: [
      {
        file: 'src-shared/oauth/grants.ts',
        anchor: "\n  'validate_bearer',",
        added: "\n  'fictitious_grant',",
      },
    ],
  },
  {
    recipe: 'A response type',
    member: 'fictitious_response',
    edits: [
      {
        file: 'src-shared/oauth/response-types.ts',
        anchor: "\n  'code id_token token',",
        added: "\n  'fictitious_response',",
      },
    ],
  },
  {
    recipe: 'A profile',
    member: 'fictitious_profile',
    edits: [
      {
        file: 'src-shared/workspace/services/profile.ts',
        anchor: "'fapi-2.0-security', 'training'",
        added: ", 'fictitious_profile'",
      },
      {
        file: 'src-shared/workspace/services/profile.ts',
        anchor: "['oauth-2.1', 'fapi-2.0-security'",
        added: ", 'fictitious_profile'",
      },
    ],
  },
  {
    recipe: 'A client authentication',
    member: 'fictitious_authentication',
    edits: [
      { file: authenticationFile, anchor: "\n  'none',", added: "\n  'fictitious_authentication'," },
      {
        file: authenticationFile,
        anchor: '\nexport const clientAuthenticationTable = {',
        added: `
  fictitious_authentication: { title: '', clause: '', proof: 'secret', isHosted: true, parameters: [] },`,
      },
    ],
  },
  {
    recipe: 'A screen',
    member: 'fictitious_screen',
    edits: [
      { file: 'src-shared/desktop/screens.ts', anchor: "\n  'files',", added: "\n  'fictitious_screen'," },
    ],
  },
  {
    recipe: 'A kind of file that consents are read from',
    member: 'fictitious_reading',
    edits: [
      {
        file: 'src-shared/consents/job.ts',
        anchor: 'dateSystem: z.union([z.literal(1900), z.literal(1904)]),\n  }),',
        added: "\n  z.object({ kind: z.literal('fictitious_reading'), headerRow }),",
      },
    ],
  },
  {
    recipe: 'A kind of file that traffic is read from',
    member: 'fictitious_trace',
    edits: [
      {
        file: 'src-shared/throttle/traffic/trace-formats.ts',
        anchor: "traceKinds = ['har', 'kong', 'envoy', 'access-log', 'ndjson', 'csv'",
        added: ", 'fictitious_trace'",
      },
    ],
  },
  {
    recipe: 'A gateway filter or handler',
    member: 'FictitiousFilter',
    edits: [
      {
        file: typesFile,
        anchor: "readonly type: 'OAuth2ResourceServerFilter'; readonly config: ResourceServerConfig })",
        added: "\n  | (Component & { readonly type: 'FictitiousFilter'; readonly config: object })",
      },
    ],
  },
  {
    recipe: 'A gateway filter or handler',
    member: 'FictitiousHandler',
    edits: [
      {
        file: typesFile,
        anchor: "readonly type: 'ReverseProxyHandler'; readonly config: ReverseProxyConfig })",
        added: "\n  | (Component & { readonly type: 'FictitiousHandler'; readonly config: object })",
      },
    ],
  },
  {
    recipe: 'A source of the contract linter',
    member: 'fictitious_source',
    edits: [
      {
        file: 'src-shared/contract/lint-sources.ts',
        anchor: "lintSourceIds = ['har', 'json', 'shell', 'http', 'javascript', 'groovy'",
        added: ", 'fictitious_source'",
      },
    ],
  },
  {
    recipe: 'A source of the contract linter',
    member: 'fictitious_artefact',
    edits: [
      {
        file: 'src-shared/contract/report.ts',
        anchor: "artefactKinds = ['connector', 'flow', 'import', 'har', 'script', 'json', 'activity'",
        added: ", 'fictitious_artefact'",
      },
    ],
  },
  {
    recipe: 'An error code',
    member: 'fictitious.code',
    edits: [
      {
        file: 'src-shared/errors/codes.ts',
        anchor: '\nexport const errorCodes = {',
        added: "\n  'fictitious.code': 'It stands for nothing.',",
      },
    ],
  },
  {
    recipe: 'A procedure of the API',
    member: 'fictitiousProcedure',
    edits: [
      {
        file: 'src-shared/api/jobs.ts',
        anchor: '\nexport const jobsContract = {',
        added: '\n  fictitiousProcedure: procedure.input(idInput).output(jobSchema),',
      },
    ],
  },
  exported('contract_report', 'contractReports = {'),
  exported('contract_history', 'contractHistories = {'),
  exported('attack_report', 'attackReports = {'),
  exported('simulation_report', 'simulationReports = {'),
  exported('lab_result', 'labResults = {'),
  exported('run_file', 'runFiles = {'),
  exported('import_file', 'importFiles = {', "suffix: ''"),
];
