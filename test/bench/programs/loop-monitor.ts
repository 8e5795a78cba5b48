// Loaded before a program by --import. SIGUSR2 begins the measuring; the next one writes what was found to a file.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const nanosPerMilli = 1_000_000;
const file = process.env['GATEHOUSE_LOOP_REPORT'];

if (isMainThread && file !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  let isMeasuring = false;
  process.on('SIGUSR2', () => {
    if (!isMeasuring) {
      isMeasuring = true;
      histogram.reset();
      histogram.enable();
      return;
    }
    histogram.disable();
    isMeasuring = false;
    const millis = (percentile: number) => histogram.percentile(percentile) / nanosPerMilli;
    const report = { p50: millis(50), p99: millis(99), longest: histogram.max / nanosPerMilli };
    writeFileSync(file, JSON.stringify(report));
  });
}
