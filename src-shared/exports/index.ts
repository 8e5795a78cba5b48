import { type FileFormat, idsOf } from '../files/index.ts';

const text: FileFormat = { endings: ['txt'], mediaTypes: ['text/plain'] };
const json: FileFormat = { endings: ['json'], mediaTypes: ['application/json'] };
const csv: FileFormat = { endings: ['csv'], mediaTypes: ['text/csv'] };
const markdown: FileFormat = { endings: ['md'], mediaTypes: ['text/markdown'] };
const html: FileFormat = { endings: ['html', 'htm'], mediaTypes: ['text/html'] };
const sarif: FileFormat = { endings: ['sarif'], mediaTypes: ['application/sarif+json'] };
const junit: FileFormat = { endings: ['junit.xml', 'xml'], mediaTypes: ['application/xml'] };
const har: FileFormat = { endings: ['har'], mediaTypes: ['application/json'] };
const shell: FileFormat = { endings: ['sh'], mediaTypes: ['text/x-shellscript'] };

type Formats = Readonly<Record<string, FileFormat>>;

/** Formats for the findings of the contract linter. */
export const contractReports = { text, json, sarif, junit, markdown } as const satisfies Formats;
export type ContractReportFormat = keyof typeof contractReports;

/** The history of the contract, and what changes between two days of it. */
export const contractHistories = { markdown, json } as const satisfies Formats;
export type ContractHistoryFormat = keyof typeof contractHistories;

/** Formats for the results of the attack catalogue. */
export const attackReports = { html, markdown, junit, sarif, json } as const satisfies Formats;
export type AttackReportFormat = keyof typeof attackReports;

/** Flows that were run as tests, from the command line. */
export const flowReports = { html, markdown, junit, json } as const satisfies Formats;
export type FlowReportFormat = keyof typeof flowReports;

/** A simulation with its assertions, from the command line. */
export const simulationReports = { markdown, csv, json } as const satisfies Formats;
export type SimulationReportFormat = keyof typeof simulationReports;

/** A simulation of Throttle. */
export const labResults = { json, csv } as const satisfies Formats;
export type LabResultFormat = keyof typeof labResults;

/** A run of the flow debugger: its exchanges, or what the engine tells of it. */
export const runFiles = { har, markdown, curl: shell } as const satisfies Formats;
export type RunFormat = keyof typeof runFiles;
/** The formats of a run that the debugger itself writes; its exchanges are those of Activity. */
export type ToldRunFormat = Exclude<RunFormat, 'har'>;
export const toldRunFormats = idsOf(runFiles).filter((id) => id !== 'har');

/** The files that exchanges are imported from. */
export const exchangeSources = {
  har,
  burp: { endings: ['xml'], mediaTypes: ['application/xml', 'text/xml'] },
  request: { endings: ['txt', 'http', 'sh'], mediaTypes: ['text/plain'] },
} as const satisfies Formats;

/** The files that an import of consents exports; `suffix` follows the name of its source. */
export const importFiles = {
  result: { ...csv, suffix: '-result' },
  errors: { ...csv, suffix: '-errors' },
  'report-html': { ...html, suffix: '-report' },
  'report-json': { ...json, suffix: '-report' },
  job: { ...json, suffix: '-job' },
} as const satisfies Readonly<Record<string, FileFormat & { readonly suffix: string }>>;
export type ImportOutput = keyof typeof importFiles;

/** Every family of files that are given out, for the reference page. */
export const exportFamilies = {
  contractReports,
  contractHistories,
  attackReports,
  flowReports,
  simulationReports,
  labResults,
  runFiles,
  importFiles,
} as const;
