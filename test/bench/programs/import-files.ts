import { WorkbookWriter } from '@cj-tech-master/excelts';
import { createTextWriter } from '#main/services/consents/working/lines.ts';
import { announce } from './announce.ts';

// Writes a table of consents, as CSV or as the workbook of another program.
const [kind = 'csv', path = '', count = '0'] = process.argv.slice(2);
const rows = Number(count);
const header = ['userId', 'email', 'agreement', 'language', 'consentedAt'] as const;
/** Of ten rows three are of a user who stands in the file already. */
const users = Math.ceil(rows * 0.7);
const startMillis = Date.UTC(2015, 0, 1);
const stepMillis = 37 * 60_000;
const rowsPerRest = 5_000;

function rowOf(index: number): readonly [string, string, string, string, Date] {
  const user = (Math.imul(index, 2_654_435_761) >>> 0) % users;
  return [
    `EXT-${String(user).padStart(8, '0')}`,
    `person${user}@example.com`,
    'Terms of Service',
    index % 9 === 0 ? 'de-CH' : 'en-US',
    new Date(startMillis + (index % 140_000) * stepMillis),
  ];
}

function writeCsv(): void {
  const writer = createTextWriter(path);
  writer.write(`${header.join()}\r\n`);
  for (let index = 0; index < rows; index += 1) {
    const [user, email, agreement, language, at] = rowOf(index);
    writer.write(`${user},${email},"${agreement}",${language},${at.toISOString()}\r\n`);
  }
  writer.close();
}

async function writeWorkbook(): Promise<void> {
  const book = new WorkbookWriter({ filename: path, useSharedStrings: true });
  const sheet = book.addWorksheet('People');
  sheet.addRow([...header]).commit();
  for (let index = 0; index < rows; index += 1) {
    sheet.addRow([...rowOf(index)]).commit();
    if (index % rowsPerRest === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await book.commit();
}

if (kind === 'csv') writeCsv();
else await writeWorkbook();
announce({ rows });
