import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AttackFile, attackFileSchema } from '#shared/attacks/index.ts';

/** Reads the catalogue: one file a group, in the order of their names. @throws Error if a file is invalid */
export function loadAttackFiles(directory: string): readonly AttackFile[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => {
      const parsed = attackFileSchema.safeParse(JSON.parse(readFileSync(join(directory, name), 'utf8')));
      if (parsed.success) return parsed.data;
      const [issue] = parsed.error.issues;
      throw new Error(`${name}: ${issue?.path.join('/') ?? ''}: ${issue?.message ?? 'not readable'}`);
    });
}
