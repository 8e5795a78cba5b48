import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { orderBySeed, unitOrderVariable } from './unit-order.ts';

/**
 * Runs the files of unit tests in an order that the value of `GATEHOUSE_UNIT_ORDER` sets, and all others in Vitest's own:
 * what one file leaves behind in its worker must not hold up another.
 */
export class ShuffledUnits extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sortUsually = super.sort.bind(this);
    const sorted = await sortUsually(files);
    const units = new Map(sorted.filter(isUnit).map((file) => [pathOf(file), file]));
    const order = orderBySeed([...units.keys()], process.env[unitOrderVariable] ?? '').values();
    return sorted.map((file) => (isUnit(file) ? (units.get(order.next().value ?? '') ?? file) : file));
  }
}

function isUnit({ project }: TestSpecification): boolean {
  return project.name === 'unit';
}

function pathOf({ project, moduleId }: TestSpecification): string {
  return relative(project.config.root, moduleId).replaceAll('\\', '/');
}
