import { HomeScreen } from '../support/home-screen.ts';
import { tabTo } from '../support/keys.ts';
import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test('the whole job is done by keyboard alone', async ({ flows, page }) => {
  const { keyboard } = page;
  await tabTo(page, page.getByRole('button', { name: /Client$/ }));
  await keyboard.press('Enter');
  await keyboard.type('portal');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'portal-web Client' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: /Browser$/ }));
  await keyboard.press('Enter');
  await keyboard.type('Unatt');
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Unattended Browser' })).toBeFocused();
  await keyboard.press('Control+Enter');
  await expect(flows.runs.getByRole('option').first()).toContainText('PASSED');

  await tabTo(page, flows.tokenStep);
  await keyboard.press('Home');
  await expect(flows.steps.first()).toBeFocused();
  await keyboard.press('ArrowDown');
  await expect(flows.steps.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(flows.steps.first()).toHaveAttribute('aria-selected', 'false');
  for (let step = 1; step < 5; step += 1) await keyboard.press('ArrowDown');
  await expect(flows.tokenStep).toBeFocused();
  await expect(flows.trace).toContainText('code_verifier matches the challenge');
  await tabTo(page, flows.request.getByRole('button', { name: 'Reveal code_verifier' }));
  await keyboard.press('Enter');
  await expect(flows.request.getByRole('button', { name: 'Hide code_verifier' })).toBeFocused();
  await tabTo(page, flows.trace);
  await tabTo(page, flows.values.getByRole('button', { name: 'Inspect access_token' }));
  await keyboard.press('Enter');
  const inspector = page.getByRole('region', { name: words.values.drawer });
  await expect(inspector).toContainText(words.token.kinds.access_token);
  await keyboard.press('Escape');
  await expect(inspector).toBeHidden();
  await expect(flows.values.getByRole('button', { name: 'Inspect access_token' })).toBeFocused();

  await keyboard.press('Control+j');
  const wire = page.getByRole('listbox', { name: words.wire.list });
  await expect(wire).toBeVisible();
  await tabTo(page, wire.getByRole('option').first());
  await keyboard.press('ArrowDown');
  await expect(wire.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('region', { name: 'Wire: Request fields' })).toBeVisible();
});

test('services, problems, files and settings are worked with by keyboard alone', async ({
  app,
  page,
  files,
}) => {
  const { keyboard } = page;
  const samples = new HomeScreen(page).service('Sample upstreams');
  await tabTo(page, samples);
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Stop the sample upstreams' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start the sample upstreams' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(samples).toBeFocused();
  await expect(samples).toHaveAccessibleName(/stopped/);

  await keyboard.press('Alt+9');
  // A notice for each secret of the sample that was sealed, in one line.
  const problems = app.screen('Problems').getByRole('listitem');
  await expect(problems).toHaveCount(1);
  await keyboard.press('F8');
  await expect(problems.first()).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(problems).toHaveCount(14);
  await keyboard.press('F8');
  await expect(problems.nth(1)).toBeFocused();
  await tabTo(
    page,
    app.screen('Problems').getByRole('button', { name: 'Open oauth/clients/orders-api.json' }),
  );
  await keyboard.press('Enter');

  const file = 'oauth/clients/orders-api.json';
  await expect(files.lines(file)).not.toHaveCount(0);
  await tabTo(page, files.field(file));
  await keyboard.press('Control+Home');
  await keyboard.type('// Read by nobody yet.\n');
  await expect(app.tabs().last()).toContainText('not saved');
  await keyboard.press('Control+s');
  await expect(app.said(`${file} saved`)).toBeVisible();
  expect(files.onDisk(file)).toContain('// Read by nobody yet.');

  await keyboard.press('Control+,');
  const appearance = page.getByRole('region', { name: words.settings.sections.appearance });
  await expect(appearance).toBeVisible();
  await tabTo(
    page,
    appearance.getByRole('group', { name: words.appearance.density }).getByRole('radio', { name: 'compact' }),
  );
  await keyboard.press('ArrowRight');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
});
