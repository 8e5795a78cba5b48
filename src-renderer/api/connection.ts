import { createStore } from './store.ts';

/** `refused`: the engine answered 401, only a new start link helps. `lost`: it does not answer at present. */
export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

/** State of the renderer's connection to its engine; written by the transports and the status stream. */
export const connection = createStore<ConnectionState>('connecting');

/** Notes a new state; a refusal is final, because every later call is refused too. */
export function setConnection(state: ConnectionState): void {
  if (connection.get() !== 'refused') connection.set(state);
}

/** Resolves once the engine refuses this page: nothing more will come from it. */
export function whenRefused(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (connection.get() === 'refused') resolve();
    };
    connection.subscribe(check);
    check();
  });
}
