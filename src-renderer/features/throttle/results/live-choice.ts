import { createStore } from '#renderer/api/store.ts';

const storageKey = 'gatehouse.throttle.simulates-as-typed';

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'no';
  } catch {
    return true;
  }
}

/** True: edits are simulated by themselves. */
export const simulatesAsTyped = createStore(readChoice());

/** Keeps the choice for the next time. */
export function setSimulatesAsTyped(isOn: boolean): void {
  simulatesAsTyped.set(isOn);
  localStorage.setItem(storageKey, isOn ? 'yes' : 'no');
}
