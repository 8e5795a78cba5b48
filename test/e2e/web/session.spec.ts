import { letDraftsBeKept } from '../support/keep.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

const file = 'oauth/clients/portal-web.json';
const typed = '// Nothing of this may be lost, not even its last letter: 0123456789.';

test('tabs, panes and a draft outlive a reload, and a host that is killed half a second after the last key', async ({
  app,
  host,
  page,
  files,
}) => {
  await app.keep('Files');
  await app.keep('Problems');
  await app.command('Split window side by side');
  await page.getByRole('button', { name: words.nav.settings, exact: true }).click();
  await app.tabs().nth(1).click();
  await files.open(file);
  const expectAsItWas = async () => {
    await expect(app.tabs()).toHaveText([words.nav.home, 'portal-web.json, not saved', words.nav.problems]);
    await expect(app.tabs(2)).toHaveText([words.nav.problems, words.nav.settings]);
    await expect(app.tabs(2).last()).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('region', { name: words.settings.sections.appearance })).toBeVisible();
  };
  await files.focus(file);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type(`${typed}\n`);
  await expect(app.tabs().nth(1)).toContainText('not saved');
  await expectAsItWas();
  await letDraftsBeKept(page);
  await page.reload();
  await expectAsItWas();
  await expect(files.lines(file).filter({ hasText: typed })).toHaveCount(1);
  await expect(page.getByText(words.files.restored)).toBeVisible();

  await files.focus(file);
  await page.keyboard.type('// and this neither', { delay: 20 });
  await letDraftsBeKept(page);
  await host.kill();
  await expect(page.getByText(words.banner.lost)).toBeVisible();
  const link = await host.restart();
  await expect(page.getByRole('heading', { name: words.session.title })).toBeVisible();
  await app.open(link);
  await expectAsItWas();
  await expect(files.lines(file).filter({ hasText: typed })).toHaveCount(1);
  await expect(files.lines(file).filter({ hasText: '// and this neither{' })).toHaveCount(1);
  expect(files.onDisk(file)).not.toContain(typed);

  await files.focus(file);
  // The way back is as long as it was before the crash.
  for (let steps = 0; steps < 40; steps += 1) {
    if ((await files.lines(file).filter({ hasText: '//' }).count()) === 0) break;
    await page.keyboard.press('Control+z');
  }
  await expect(app.tabs().nth(1)).not.toContainText('not saved');
  await expect(files.lines(file).first()).toHaveText('{');
});
