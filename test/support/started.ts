import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

type Start<T> = () => T | Promise<T>;
type End<T> = (started: T) => unknown;

/**
 * Starts something before each test and ends it after the test. What is returned stands for the one of the test that
 * runs.
 */
export function startedAnew<T extends object>(start: Start<T>, end: End<T> = endOf): T {
  const holder = new Holder<T>(end);
  beforeEach(async () => holder.hold(await start()));
  afterEach(() => holder.end());
  return holder.standIn;
}

/** Starts something once, before the first of the tests, and ends it after the last. */
export function startedOnce<T extends object>(start: Start<T>, end: End<T> = endOf): T {
  const holder = new Holder<T>(end);
  beforeAll(async () => holder.hold(await start()));
  afterAll(() => holder.end());
  return holder.standIn;
}

/** Ends what was started for a test, and starts another in its place. */
export async function startInstead<T extends object>(standIn: T, start: Start<T>): Promise<void> {
  const holder = holders.get(standIn);
  if (holder === undefined) throw new Error('Nothing was started here for each test');
  await holder.end();
  holder.hold(await start());
}

/** As most that tests start is ended; what has no such method, as a browser of a story, needs no end. */
function endOf<T extends object>(started: T): unknown {
  const name = (['close', 'stop', 'remove'] as const).find((each) => each in started);
  return name === undefined ? undefined : (started as Record<typeof name, () => unknown>)[name]();
}

const holders = new WeakMap<object, { hold(started: object): void; end(): Promise<void> }>();

class Holder<T extends object> {
  private readonly endHeld: End<T>;
  private held: T | null = null;

  /** Leads whatever is read or set to what is held at that moment. */
  readonly standIn: T = new Proxy({} as T, {
    get: (_, key) => this.read(key),
    set: (_, key, value) => Reflect.set(this.current(), key, value),
    has: (_, key) => key in this.current(),
  });

  constructor(end: End<T>) {
    this.endHeld = end;
    holders.set(this.standIn, this);
  }

  hold(started: T): void {
    this.held = started;
  }

  /** A start that failed, or a test that was skipped, leaves nothing to end. */
  async end(): Promise<void> {
    const { held } = this;
    this.held = null;
    if (held !== null) await this.endHeld(held);
  }

  private current(): T {
    if (this.held === null) throw new Error('It is started before the tests: nothing else can use it');
    return this.held;
  }

  /** A method of a class has to find the private members of its object, which the stand-in has not. */
  private read(key: string | symbol): unknown {
    const current = this.current();
    const value: unknown = Reflect.get(current, key, current);
    const isMethod = typeof value === 'function' && key in (Object.getPrototypeOf(current) as object);
    return isMethod ? (value.bind(current) as unknown) : value;
  }
}
