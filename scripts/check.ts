import { formatSeconds, runQuietly, scriptArguments, toolArguments } from './support/tools.ts';

interface Task {
  readonly name: string;
  readonly args: readonly string[];
}

const widthCharacters = 18;
const atOnce = 2;

// The slowest first, so that the two workers end close together.
const tasks: readonly Task[] = [
  { name: 'tsc renderer', args: [...toolArguments('tsc'), '-p', 'src-renderer'] },
  { name: 'oxlint', args: toolArguments('oxlint') },
  { name: 'knip', args: toolArguments('knip') },
  { name: 'tsc tests, scripts', args: [...toolArguments('tsc'), '-p', '.'] },
  { name: 'tsc main', args: [...toolArguments('tsc'), '-p', 'src-main'] },
  { name: 'tsc pure', args: [...toolArguments('tsc'), '-p', 'src-main/tsconfig.pure.json'] },
  { name: 'tsc shared', args: [...toolArguments('tsc'), '-p', 'src-shared'] },
  { name: 'biome', args: [...toolArguments('biome'), 'check', '.'] },
  { name: 'patterns', args: scriptArguments('patterns.ts') },
  { name: 'contrast', args: scriptArguments('contrast.ts') },
  { name: 'comments', args: scriptArguments('comments.ts') },
  { name: 'words', args: scriptArguments('words.ts') },
  { name: 'lock file', args: scriptArguments('lockcheck.ts') },
];

async function runWorker(waiting: Task[], failed: string[]): Promise<void> {
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    const { code, output, elapsedMillis } = await runQuietly(task.args);
    const verdict = code === 0 ? 'ok' : 'FAILED';
    process.stdout.write(
      `${task.name.padEnd(widthCharacters)} ${formatSeconds(elapsedMillis).padStart(7)}  ${verdict}\n`,
    );
    if (code === 0) continue;
    failed.push(task.name);
    process.stdout.write(`${output.trimEnd()}\n\n`);
  }
}

const waiting = [...tasks];
const failed: string[] = [];
await Promise.all(Array.from({ length: atOnce }, () => runWorker(waiting, failed)));
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
