/**
 * Makes a value at the first call, then keeps it; `made` is null before. A failure is not kept: the next call makes
 * it again.
 */
export function once<T>(make: () => Promise<T>): { (): Promise<T>; made: Promise<T> | null } {
  const begin = async () => {
    try {
      return await make();
    } catch (error) {
      get.made = null;
      throw error;
    }
  };
  const get = Object.assign(() => (get.made ??= begin()), { made: null as Promise<T> | null });
  return get;
}

/** How a service is made that a start need not wait for. */
export interface Deferral<T> {
  readonly make: () => Promise<T>;
  /** True if it is made without being asked for. */
  readonly isWanted: () => boolean;
  /** How long after it became wanted it is made, in milliseconds. */
  readonly afterMillis: number;
  /** Is told once it is made. */
  readonly onReady?: () => void;
  /** Is told why it could not be made, where nobody waits for it. */
  readonly failed: (error: unknown) => void;
}

/** A service that is made when it is asked for, or some time after the start where it is wanted. */
export interface Deferred<T> {
  (): Promise<T>;
  /** Makes it after a while where it is wanted, now or later. */
  begin(): void;
  /** Looks again whether it is wanted. */
  look(): void;
  /** Does not make it by itself any more. */
  end(): void;
  /** The service, or the making of it; null before. */
  made(): Promise<T> | null;
  /** The service once it is made. */
  ready(): T | null;
}

/** Defers the making of a service. */
export function deferred<T>({ make, isWanted, afterMillis, onReady, failed }: Deferral<T>): Deferred<T> {
  let ready: T | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isBegun = false;
  const get = once(async () => {
    clearTimeout(timer);
    ready = await make();
    onReady?.();
    return ready;
  });
  function look(): void {
    if (!isBegun || get.made !== null || !isWanted()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void get().catch(failed), afterMillis);
    timer.unref();
  }
  return Object.assign(() => get(), {
    look,
    begin() {
      isBegun = true;
      look();
    },
    end() {
      isBegun = false;
      clearTimeout(timer);
    },
    made: () => get.made,
    ready: () => ready,
  });
}
