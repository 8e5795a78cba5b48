import { isJsonObject, valueAt } from '../../../workspace/json-pointer.ts';
import type { JsonValue } from '../../../workspace/three-way.ts';
import type { ConnectorProblem } from '../../types.ts';
import { extensionProperties, unusedProperties as unreadProperties } from '../properties.ts';
import { problemAt } from '../report.ts';
import { type ConnectorRule, inProperties } from './rule.ts';

/** Says of members of samples that nothing reads them, and of extensions that the products do not. Spec 2 §A.1 */
export const unusedRule: ConnectorRule = (_document, source) => [
  ...unusedProperties(source),
  ...unusedPoolMembers(source),
];

/** Pool objects are free here, so none are created in advance or kept. */
function unusedPoolMembers(source: JsonValue): readonly ConnectorProblem[] {
  const pool = valueAt(source, ['poolConfigOption']);
  if (!isJsonObject(pool)) return [];
  return ['maxIdle', 'minIdle', 'minEvictableIdleTimeMillis']
    .filter((name) => Object.hasOwn(pool, name))
    .map((name) =>
      problemAt(
        ['poolConfigOption', name],
        'connector.unused-member',
        'notice',
        `poolConfigOption.${name} has no effect. Only maxObjects and maxWait have an effect.`,
        'The value is preserved. Remove it if no other system needs it.',
      ),
    );
}

function unusedProperties(source: JsonValue): readonly ConnectorProblem[] {
  const properties = valueAt(source, inProperties());
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, value]) => {
    // Samples hold them with null.
    if (unreadProperties.includes(name))
      return [
        problemAt(
          inProperties(name),
          'connector.unused-member',
          value === null ? 'notice' : 'warning',
          `${name} is not used. Samples contain it, but its meaning is not documented.`,
          name === 'defaultHeader'
            ? 'Use defaultHeaders.'
            : 'The value is preserved. Remove it if no other system needs it.',
        ),
      ];
    if (extensionProperties.includes(name))
      return [
        problemAt(
          inProperties(name),
          'connector.extension',
          'notice',
          `${name} is a Gatehouse extension. The products do not document it.`,
          'Other connectors may ignore it.',
        ),
      ];
    return [];
  });
}
