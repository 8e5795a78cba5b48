export * from './exchange.ts';
export * from './hidden-values.ts';
export * from './redaction.ts';
export * from './trace.ts';
export * from './traffic-sources.ts';
export * from './web-tokens.ts';
