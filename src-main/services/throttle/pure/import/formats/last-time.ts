const maxTimeBytes = 64;

/** Many lines of a log have the time of the line before. */
export class LastTime {
  millis: number | null = null;
  readonly #view = new DataView(new ArrayBuffer(maxTimeBytes));
  #length = 0;

  isLast(view: DataView, from: number, to: number): boolean {
    const length = to - from;
    if (length !== this.#length) return false;
    let at = 0;
    for (; at + 4 <= length; at += 4) if (this.#view.getInt32(at) !== view.getInt32(from + at)) return false;
    for (; at < length; at += 1) if (this.#view.getUint8(at) !== view.getUint8(from + at)) return false;
    return true;
  }

  take(view: DataView, from: number, to: number, millis: number | null): void {
    const length = to - from;
    this.#length = length <= maxTimeBytes ? length : -1;
    for (let at = 0; at < this.#length; at += 1) this.#view.setUint8(at, view.getUint8(from + at));
    this.millis = millis;
  }
}
