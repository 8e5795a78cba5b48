export { clauseUrl } from './clause-url.ts';
export type { MessageKind } from './entry.ts';
export { explainExchange } from './exchange.ts';
export { allEntries, explain } from './lookup.ts';
export { messageKindOf } from './message-kind.ts';
export type { ViewedExchange } from './viewed-exchange.ts';
