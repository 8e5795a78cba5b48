/**
 * CPU milliseconds that this thread has used so far: what bounds the work of hostile input, on a machine that is busy
 * with other work as well.
 */
export function cpuMillis(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
