export { createTokenInspector, type TokenInspector } from './inspector.ts';
