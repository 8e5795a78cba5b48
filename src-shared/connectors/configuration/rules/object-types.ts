import { toPointer } from '../../../workspace/json-pointer.ts';
import { compileObjectType } from '../../compile-object-type.ts';
import { lintObjectType } from '../../lint/index.ts';
import type { ConnectorProblem } from '../../types.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** Each object type can be compiled, and has the effect that it seems to have. Spec 2 §A.2 */
export const objectTypesRule: ConnectorRule = ({ configurationProperties: { objectTypes } }) =>
  Object.entries(objectTypes).flatMap(([name, config]) => {
    const found = [...compileObjectType(name, config).problems, ...lintObjectType(config)];
    const at = toPointer(inProperties('objectTypes', name));
    return distinct(found).map((problem) => ({ ...problem, pointer: `${at}${problem.pointer}` }));
  });

/** A problem that the compiler reports need not be repeated by the lint for the same place. */
function distinct(problems: readonly ConnectorProblem[]): readonly ConnectorProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ code, pointer }) => {
    const key = `${code} ${pointer}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
