export { compileExpression, evaluateString } from './compile.ts';
export { completionsAt } from './completion.ts';
export { configTree, requestTree } from './context-tree.ts';
export { nearestName } from './nearest-name.ts';
export type * from './types.ts';
export { type HostObject, hostMember, hostNames } from './values.ts';
