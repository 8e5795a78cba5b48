import type { ProductEntity } from '#shared/api/index.ts';
import { connectorPath, identityPath, throttlePath } from '../../../workbench/addresses.ts';

type Judged = Pick<ProductEntity, 'file' | 'state' | 'remarks'>;

/** The parts of a preview that were written, shown until something else is chosen. */
export interface Taken {
  readonly entities: readonly ProductEntity[];
  readonly failed: readonly string[];
  /** The id by which the import can be undone for ten minutes. */
  readonly undoId: string;
}

/** True if the entity would work here unchanged. */
export function isSound({ remarks }: Pick<ProductEntity, 'remarks'>): boolean {
  return remarks.every(({ severity }) => severity !== 'error');
}

/** The files that are taken unless a person says otherwise: what changes something and works. */
export function firstChoice(entities: readonly Judged[]): ReadonlySet<string> {
  const taken = entities.filter((entity) => entity.state !== 'same' && isSound(entity));
  return new Set(taken.map(({ file }) => file));
}

/** The choice with one file put in or taken out. */
export function toggled(chosen: ReadonlySet<string>, file: string, isChosen: boolean): ReadonlySet<string> {
  const rest = [...chosen].filter((other) => other !== file);
  return new Set(isChosen ? [...rest, file] : rest);
}

/** The screen that shows the imported items. */
export function pathOf({ kind, name, file }: Pick<ProductEntity, 'kind' | 'name' | 'file'>): string {
  if (kind === 'client') return identityPath('clients', name);
  return kind === 'connector' ? connectorPath(file) : throttlePath(file);
}
