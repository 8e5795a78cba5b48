export { type TrustItem, type TrustKind, trustKey, trustKinds } from './item.ts';
