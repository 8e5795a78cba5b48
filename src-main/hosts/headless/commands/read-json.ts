import { readFileSync } from 'node:fs';
import { GatehouseError } from '#shared/errors/index.ts';

/** The value of a JSON file that a command was given. @throws cli.usage, workspace.syntax */
export async function readJson(path: string): Promise<unknown> {
  const { parseJsonDocument } = await import('#main/workspace/index.ts');
  const parsed = parseJsonDocument(readText(path), path);
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  return parsed.value.value;
}

/** Reads a text file. @throws cli.usage if it cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new GatehouseError('cli.usage', `${path} is not readable.`, {
      fix: 'Choose an existing file.',
      cause: error,
    });
  }
}
