import { z } from 'zod';
import { flowDefinitions } from '../flows/definitions/index.ts';
import { boundFaults } from './own-bounds.ts';
import type { CaseFault } from './own-fault.ts';
import { patternFaults } from './own-patterns.ts';
import { type AttackCase, type AttackVariant, attackCaseSchema } from './schema.ts';

/** Cases that a file may hold. */
const maxCases = 200;
const flows: ReadonlySet<string> = new Set(flowDefinitions.map(({ kind }) => kind));

/** A case that others than us wrote: bounded in tries and sizes, its patterns linear, its flows known. */
export const ownAttackCaseSchema = attackCaseSchema.superRefine((attack, context) => {
  for (const { path, message } of caseFaults(attack))
    context.addIssue({ code: 'custom', path: [...path], message });
});

const casesSchema = z
  .array(ownAttackCaseSchema)
  .min(1)
  .max(maxCases)
  .describe('Cases, in the format of the catalogue.');

/** `attacks/<name>.json`: cases of the workspace's own, as a list, or as an object that names their group. */
export const ownAttackFileSchema = z.union([
  casesSchema,
  z.looseObject({
    title: z.string().min(1).max(100).optional().describe('Name of the group. Default: name of the file.'),
    cases: casesSchema,
  }),
]);

export type OwnAttackFile = z.output<typeof ownAttackFileSchema>;

/** The cases of a file, whichever form it has. */
export function casesOf(file: OwnAttackFile): readonly AttackCase[] {
  return Array.isArray(file) ? file : file.cases;
}

/** Where in a file a case stands. */
export function casePath(file: OwnAttackFile, index: number): readonly (string | number)[] {
  return Array.isArray(file) ? [index] : ['cases', index];
}

function caseFaults(attack: AttackCase): readonly CaseFault[] {
  return [
    ...boundFaults(attack),
    ...attack.variants.flatMap((variant, index) =>
      [...flowFaults(variant), ...patternFaults(variant)].map(({ path, message }) => ({
        path: ['variants', index, ...path],
        message,
      })),
    ),
    ...twins(attack),
  ];
}

function flowFaults({ base, control }: AttackVariant): readonly CaseFault[] {
  return [
    { path: ['base', 'flow'], flow: base?.flow },
    { path: ['control', 'base', 'flow'], flow: control?.base?.flow },
  ].flatMap(({ path, flow }) =>
    flow === undefined || flows.has(flow)
      ? []
      : [{ path, message: `the flow “${flow}” does not exist; valid flows: ${[...flows].join(', ')}` }],
  );
}

/** Results name variants by their names. */
function twins({ variants }: AttackCase): readonly CaseFault[] {
  return variants.flatMap(({ name }, index) =>
    variants.findIndex((other) => other.name === name) === index
      ? []
      : [{ path: ['variants', index, 'name'], message: `another variant is also called “${name}”` }],
  );
}
