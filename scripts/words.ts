// Holds the English catalogue of the screens against the voice guide, docs/contributing/voice.md. Exit code 1 where it departs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts } from './support/catalogue-texts.ts';
import { rootDir } from './support/root.ts';
import { voiceFaults } from './support/voice.ts';
import { voiceExceptions } from './support/voice-exceptions.ts';

const folder = join(rootDir, 'src-renderer/words/en');
const texts = readdirSync(folder).flatMap((name) =>
  catalogueTexts(readFileSync(join(folder, name), 'utf8')).map(({ path, text }) => ({
    key: `${name.replace(/\.ts$/, '')}/${path}`,
    text,
  })),
);
const faulty = texts.flatMap(({ key, text }) => voiceFaults(text).map((fault) => ({ key, text, fault })));
const open = faulty.filter(({ key }) => !(key in voiceExceptions));
const idle = Object.keys(voiceExceptions).filter((key) => !faulty.some((fault) => fault.key === key));

for (const { key, text, fault } of open) process.stdout.write(`${key}: ${fault}\n    ${text}\n`);
for (const key of idle) process.stdout.write(`${key}: the exception is no longer needed\n`);
process.stdout.write(`${texts.length} texts, ${open.length} departures from the voice guide.\n`);
process.exitCode = open.length + idle.length === 0 ? 0 : 1;
