import { type ComponentType, type JSX, lazy, useState } from 'react';

/** A part of the window whose code comes after the first screen. */
export interface Prepared<Props extends object> {
  readonly Component: ComponentType<Props>;
  /** Fetches its code, so that it is shown at once from then on. */
  readonly prepare: () => Promise<void>;
}

/**
 * A part of the window whose code comes when it is first shown, or before that by `prepare`. React keeps the blank of a
 * lazy one for 300 ms even if its code is there: one that was prepared is not lazy.
 */
export function prepared<Props extends object>(load: () => Promise<ComponentType<Props>>): Prepared<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Later = lazy(async () => ({ default: await load() }));
  function Component(props: Props): JSX.Element {
    // Decided once: a part that is shown already keeps its state.
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? (Later as ComponentType<Props>));
    return <Shown {...props} />;
  }
  return {
    Component,
    prepare: async () => {
      loaded = await load();
    },
  };
}
