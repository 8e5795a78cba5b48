export { clauseUrl } from './clause-url.ts';
export type { MessageKind } from './entry.ts';
export { explainExchange, type ViewedExchange } from './exchange.ts';
export { allEntries, explain } from './lookup.ts';
export { messageKindOf } from './message-kind.ts';
