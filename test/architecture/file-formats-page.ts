import { traceFormats } from '#main/services/throttle/pure/import/index.ts';
import { sourceFormats } from '#shared/consents/index.ts';
import { lintSources } from '#shared/contract/index.ts';
import { exportFamilies } from '#shared/exports/index.ts';
import { type FileFormat, idsOf } from '#shared/files/index.ts';
import { code, made, table } from './markdown.ts';

const dotted = (endings: readonly string[] = []) => endings.map((ending) => code(`.${ending}`)).join(', ');

function readTable<Id extends string>(formats: Readonly<Record<Id, FileFormat>>): string {
  const rows = idsOf(formats).map((id) => {
    const { endings, looseEndings } = formats[id];
    return [code(id), dotted(endings), dotted(looseEndings)];
  });
  return table(['Format', 'Endings', 'Endings that any text may have'], rows);
}

const familyTitles: Readonly<Record<keyof typeof exportFamilies, string>> = {
  contractReports: 'Findings of the contract linter',
  contractHistories: 'History of the contract',
  attackReports: 'Report of the attack catalogue',
  flowReports: 'Report of `gatehouse flow run`',
  simulationReports: 'Report of `gatehouse simulate`',
  labResults: 'Simulation of Throttle',
  runFiles: 'Run of the flow debugger',
  importFiles: 'What an import of consents gives out',
};

function writtenRows(): readonly (readonly string[])[] {
  return idsOf(familyTitles).flatMap((family) => {
    const formats: Readonly<Record<string, FileFormat>> = exportFamilies[family];
    return Object.entries(formats).map(([id, { endings, mediaTypes }]) => [
      familyTitles[family],
      code(id),
      dotted(endings),
      code(mediaTypes[0]),
    ]);
  });
}

/** The page of the files that are read and written besides those of a workspace. */
export function fileFormatsPage(): string {
  return `# Formats of files

${made}

The files of a workspace have [a page of their own](workspace.md).

## Consents are read from

${readTable(sourceFormats)}

## Recorded requests are read from

By Throttle and \`gatehouse simulate\`.

${readTable(traceFormats)}

## The contract linter reads

Of a folder the files with the first endings; a file of another ending where it is named.

${readTable(lintSources)}

## What is written

The first ending is that of the file; a command takes the format from any of them.

${table(['What', 'Format', 'Endings', 'Media type'], writtenRows())}
`;
}
