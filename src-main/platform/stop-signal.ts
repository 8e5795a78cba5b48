type StopListener = (() => void) | { handleEvent(): void };

/** The part of an AbortSignal that long work looks at; every AbortSignal is one. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: StopListener, options?: { readonly once: boolean }): void;
  removeEventListener(type: 'abort', listener: StopListener): void;
}

/** A stop signal without the events of the platform, which cost more than most of what a request does. */
export class PlainStopSignal implements StopSignal {
  readonly #listeners: StopListener[] = [];
  aborted = false;
  reason: unknown;

  /** Tells all listeners, once; later calls have no effect. */
  stop(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0))
      if (typeof listener === 'function') listener();
      else listener.handleEvent();
  }

  addEventListener(_type: 'abort', listener: StopListener): void {
    this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: StopListener): void {
    const index = this.#listeners.indexOf(listener);
    if (index !== -1) this.#listeners.splice(index, 1);
  }
}

/** Returns an AbortSignal that is aborted with a stop signal, for interfaces of the platform. */
export function toAbortSignal(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return controller.signal;
}
