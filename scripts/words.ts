// Holds the English texts that a person reads against the voice guide, docs/contributing/voice.md: the catalogue of the
// screens, and the texts in the modules of the engine. Exit code 1 where one departs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogueTexts } from './support/catalogue-texts.ts';
import { engineModules } from './support/engine-folders.ts';
import { engineTexts } from './support/engine-texts.ts';
import { labelPaths } from './support/label-paths.ts';
import { rootDir } from './support/root.ts';
import { sourceFiles } from './support/source-files.ts';
import { catalogueFaults, engineVoiceFaults } from './support/voice.ts';
import { voiceExceptions } from './support/voice-exceptions.ts';

/** A text with the key of its exception, and the turns that the guide rules out in it. */
interface ReadText {
  readonly key: string;
  readonly place: string;
  readonly text: string;
  readonly faults: readonly string[];
}

const keyCharacters = 40;

function screenTexts(): readonly ReadText[] {
  const folder = join(rootDir, 'src-renderer/words/en');
  const labels = new Set(
    sourceFiles()
      .filter((path) => /^src-renderer\/.*\.tsx$/.test(path))
      .flatMap((path) => labelPaths(path, readFileSync(join(rootDir, path), 'utf8'))),
  );
  return readdirSync(folder).flatMap((name) =>
    catalogueTexts(readFileSync(join(folder, name), 'utf8')).map(({ path, text }) => {
      const key = `${name.replace(/\.ts$/, '')}/${path}`;
      return { key, place: key, text, faults: catalogueFaults(path, text, labels.has(path)) };
    }),
  );
}

function textsOfEngine(): readonly ReadText[] {
  return engineModules().flatMap((path) =>
    engineTexts(path, readFileSync(join(rootDir, path), 'utf8')).map(({ line, text }) => ({
      key: `${path}/${text.slice(0, keyCharacters).trim()}`,
      place: `${path}:${line}`,
      text,
      faults: engineVoiceFaults(text),
    })),
  );
}

const texts = [...screenTexts(), ...textsOfEngine()];
const faulty = texts.filter(({ faults }) => faults.length > 0);
const open = faulty.filter(({ key }) => !(key in voiceExceptions));
const idle = Object.keys(voiceExceptions).filter((key) => !faulty.some((fault) => fault.key === key));

for (const { place, text, faults } of open)
  process.stdout.write(`${place}: ${faults.join('; ')}\n    ${text}\n`);
for (const key of idle) process.stdout.write(`${key}: the exception is no longer needed\n`);
process.stdout.write(`${texts.length} texts, ${open.length} departures from the voice guide.\n`);
process.exitCode = open.length + idle.length === 0 ? 0 : 1;
