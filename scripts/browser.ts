import { provideBrowser } from './support/provide-browser.ts';

process.stdout.write(`${await provideBrowser()}\n`);
