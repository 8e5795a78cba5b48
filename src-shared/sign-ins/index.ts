export * from './bounds.ts';
export * from './import-questions.ts';
export * from './keys.ts';
export * from './refused-acts.ts';
export * from './schema.ts';
export * from './typed-value.ts';
