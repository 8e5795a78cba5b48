export type { DraftAuthentication } from './authentication.ts';
export { type DraftResource, draftDocument } from './document.ts';
export { type OpenApiDraft, readOpenApi } from './from-openapi.ts';
export { cleanPath, draftFromSample, type SampleDraft } from './from-sample.ts';
export type { DraftPaging } from './paging.ts';
export { listRootOf } from './records.ts';
