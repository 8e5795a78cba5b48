export { type ActivityLog, createActivityLog, noExchange } from './activity-log.ts';
export { toCurl } from './curl.ts';
export { diffExchanges } from './diff.ts';
export { diffBytes } from './diff-bytes.ts';
export { requestsAsHar, toHar } from './har.ts';
export {
  createHarImport,
  type HarImport,
  type HarTask,
  type HarTaskResult,
  harSourceKind,
} from './har-import.ts';
export { maskInputs } from './mask-inputs.ts';
export { createRecorder, type RecordedBatch, type Recorder } from './recorder.ts';
export { replayExchange, requireTypedHost } from './replay.ts';
export { createSender, SendFailure, type SendRecorded } from './sender.ts';
export { createStateUpkeep, defaultRetention, type StateUpkeep } from './state-upkeep.ts';
export { revealField, summarise, viewExchange } from './view.ts';
