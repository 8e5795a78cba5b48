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
