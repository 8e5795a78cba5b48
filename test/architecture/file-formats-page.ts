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
  return table(['Format', 'Endings', 'Generic endings'], rows);
}

const familyTitles: Readonly<Record<keyof typeof exportFamilies, string>> = {
  contractReports: 'Findings of the contract linter',
  contractHistories: 'History of the contract',
  attackReports: 'Report of the attack catalogue',
  flowReports: 'Report of `gatehouse flow run`',
  simulationReports: 'Report of `gatehouse simulate`',
  labResults: 'Simulation of Throttle',
  runFiles: 'Run of the flow debugger',
  importFiles: 'Files of a consent import',
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
  return `# File formats

${made}

For the files of a workspace, see [workspace](workspace.md).

## Consents

${readTable(sourceFormats)}

## Recorded requests

Throttle and \`gatehouse simulate\` read these formats.

${readTable(traceFormats)}

## Contract linter

In a folder, the linter reads files with the endings of the second column. Name a file to lint one with a generic ending.

${readTable(lintSources)}

## Exports

Files get the first ending. A command accepts any ending to choose the format.

${table(['Export', 'Format', 'Endings', 'Media type'], writtenRows())}
`;
}
