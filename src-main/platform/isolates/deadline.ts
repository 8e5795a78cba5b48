/** Time in which messages that came while this thread was busy are still heard before a deadline counts as passed, in milliseconds. */
const hearingMillis = 100;

/** A time after which something has to be heard; each time that it is, it begins anew. */
export interface Deadline {
  /** In milliseconds; null: none. */
  set(millis: number | null): void;
  heard(): void;
}

/** Makes a deadline that is not set; `passed` is called once nothing was heard in time. */
export function createDeadline(passed: () => void): Deadline {
  let timer: NodeJS.Timeout | undefined;
  let hearing: NodeJS.Timeout | undefined;
  let millis: number | null = null;

  function begin(): void {
    clearTimeout(timer);
    clearTimeout(hearing);
    if (millis === null) return;
    timer = setTimeout(() => {
      hearing = setTimeout(passed, hearingMillis);
    }, millis);
    timer.unref();
  }

  return {
    set(next) {
      millis = next;
      begin();
    },
    heard() {
      if (millis !== null) begin();
    },
  };
}
