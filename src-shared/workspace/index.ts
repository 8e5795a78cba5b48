export * from './manifest.ts';
export * from './registrations.ts';
export * from './secret.ts';
export * from './three-way.ts';
