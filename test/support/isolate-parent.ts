import { startForked } from '#main/platform/isolates/index.ts';
import { startActing } from './isolates.ts';

// Starts an isolate and says its number. Then it waits to be killed, lets the isolate go, or ends it.
const { ask, isolate } = startActing(startForked);
const pid = await ask({ act: 'pid' });
const [state] = process.argv.slice(2);
if (state === 'loop') isolate.tell({ act: 'loop' });
process.stdout.write(`${String(pid)}\n`);
if (state === 'let-go' || state === 'ended') isolate.hold(false);
if (state === 'ended') {
  await isolate.end();
  process.stdout.write('ended\n');
}
