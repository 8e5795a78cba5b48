export { spokenFor } from './client-names.ts';
export {
  isNumbered,
  namedRoute,
  numbersAfter,
  type ProductKind,
  productKinds,
  productRouteName,
  recogniseDocument,
  routeFileNames,
} from './documents.ts';
export { clientItems, type ReadProductClient, readProductClient } from './read-client.ts';
export { writeClientExport, writeProductClient } from './write-client.ts';
