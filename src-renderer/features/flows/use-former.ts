import { useState } from 'react';

interface Chosen {
  readonly now: string | undefined;
  readonly before: string | undefined;
}

/** The id that was chosen before the present one; undefined while there was none. */
export function useFormer(id: string | undefined): string | undefined {
  const [{ now, before }, setChosen] = useState<Chosen>({ now: id, before: undefined });
  if (id === undefined || id === now) return before;
  // Set while rendering: state that follows another value is never shown out of step with it.
  setChosen({ now: id, before: now });
  return now;
}
