import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { type IconPicture, icnsFile, icoFile } from './support/packaging/icon-files.ts';
import { provideBrowser } from './support/provide-browser.ts';
import { rootDir } from './support/root.ts';

const sides = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const folder = join(rootDir, 'packaging/icons');

/** Draws the icon of the page in every size that an installer asks for. */
async function drawIcons(): Promise<readonly IconPicture[]> {
  const svg = readFileSync(join(rootDir, 'src-renderer/icon.svg'), 'utf8');
  const executablePath = await provideBrowser();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const pictures: IconPicture[] = [];
    for (const side of sides) {
      await page.setViewportSize({ width: side, height: side });
      await page.setContent(
        `<style>html,body{margin:0;background:transparent}svg{display:block;width:${side}px;height:${side}px}</style>${svg}`,
      );
      pictures.push({ side, png: await page.screenshot({ omitBackground: true }) });
    }
    return pictures;
  } finally {
    await browser.close();
  }
}

const pictures = await drawIcons();
mkdirSync(join(folder, 'set'), { recursive: true });
for (const { side, png } of pictures) writeFileSync(join(folder, 'set', `${side}x${side}.png`), png);
writeFileSync(join(folder, 'icon.ico'), icoFile(pictures));
writeFileSync(join(folder, 'icon.icns'), icnsFile(pictures));
process.stdout.write(`Drew ${pictures.length} sizes into packaging/icons.\n`);
