import { readFileSync } from 'node:fs';
import { answerOnce } from './once-asked.ts';

// Parses a HAR document at once, and does nothing with it.
const [path = ''] = process.argv.slice(2);

answerOnce(async () => {
  const text = readFileSync(path, 'utf8');
  const before = process.cpuUsage();
  const document = JSON.parse(text) as { readonly log: { readonly entries: readonly unknown[] } };
  const { user, system } = process.cpuUsage(before);
  return { entries: document.log.entries.length, cpu: (user + system) / 1_000 };
});
