/** The parts of undici that are used by themselves: all of it costs a start three times as much. */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  const constructor: typeof Pool;
  export default constructor;
}
