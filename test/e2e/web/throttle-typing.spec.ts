import { expect, test } from '../support/web.ts';
import { words } from '../support/words.ts';

test.use({ viewport: { width: 1440, height: 900 } });
// Every story begins in the opened window.
test.beforeEach(({ app: _opened }) => undefined);

test('an edit alone charts the refusals, and each number says by how much it changed', async ({
  page,
  lab,
}) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.policy.getByLabel('Requests of gold').fill('9');
  await expect(lab.readout('Allowed')).toHaveText('14');
  await expect(lab.change('Allowed')).toHaveCount(0);

  await lab.cursor.focus();
  await page.keyboard.press('Home');
  const instant = await lab.cursor.getAttribute('aria-valuenow');
  const place = await lab.requests.boundingBox();
  await lab.policy.getByLabel('Requests of gold').fill('6');
  await expect(lab.readout('Allowed')).toHaveText('11');
  await expect(lab.change('Allowed')).toHaveText('−3');
  await expect(lab.change('Rejected with 429')).toHaveText('+3');
  await expect(lab.change('Offered')).toHaveCount(0);
  await expect(lab.results.getByText('allowed before')).toBeVisible();
  expect(await lab.requests.boundingBox()).toEqual(place);
  await expect(lab.cursor).toHaveAttribute('aria-valuenow', instant ?? '');
});

test('a policy that cannot run leaves the results, and says so', async ({ lab }) => {
  await lab.simulate();
  const allowed = await lab.readout('Allowed').textContent();
  await lab.policy.getByLabel('Duration of gold').fill('10 weeks');
  await expect(lab.results).toContainText('The policy cannot run.');
  await expect(lab.results.getByRole('alert')).toHaveCount(0);
  await expect(lab.readout('Allowed')).toHaveText(allowed ?? '');
  await lab.policy.getByLabel('Duration of gold').fill('20 s');
  await expect(lab.change('Allowed')).toHaveText(/^−\d+$/);
  await expect(lab.results).not.toContainText('The policy cannot run.');
});

test('who wants to press the button turns it off, and the choice is kept', async ({ app, page, lab }) => {
  await lab.simulate();
  const allowed = await lab.readout('Allowed').textContent();
  const asTyped = page.getByRole('button', { name: words.throttle.asTyped });
  await expect(asTyped).toHaveAttribute('aria-pressed', 'true');
  await asTyped.click();
  await lab.policy.getByLabel('Requests of gold').fill('1');
  await expect(lab.results).toContainText('These results predate the last edit.');
  await expect(lab.readout('Allowed')).toHaveText(allowed ?? '');
  await page.keyboard.press('Control+Enter');
  await expect(lab.change('Allowed')).toHaveText(/^−\d+$/);
  await page.reload();
  await lab.open();
  await expect(asTyped).toHaveAttribute('aria-pressed', 'false');
  await app.command('Toggle simulate as I type');
  await expect(asTyped).toHaveAttribute('aria-pressed', 'true');
});

test('one cursor goes over all charts and the heat map, Why follows it, a click pins it', async ({
  page,
  lab,
}) => {
  await lab.simulate();
  await lab.show('Heat map');
  const heat = page.getByRole('region', { name: words.throttle.results.lowerNames.heat, exact: true });
  const charts = [lab.requests, lab.level, heat];
  const [first, ...others] = await Promise.all(charts.map((chart) => lab.plot(chart).boundingBox()));
  if (first === null || first === undefined) throw new Error('The chart is not drawn.');
  for (const other of others) {
    expect(other?.x).toBe(first.x);
    expect(other?.width).toBe(first.width);
  }

  const box = (await lab.plot(heat).boundingBox()) ?? first;
  const pointAt = (share: number) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  const shown = async () => {
    const [one, ...rest] = await Promise.all(charts.map((chart) => lab.cursorX(chart)));
    expect(new Set(rest)).toEqual(new Set([one]));
    // The slider and Why say the same instant.
    const told = (await lab.cursor.getAttribute('aria-valuetext')) ?? '';
    await expect(lab.why).toContainText(`${told.split(':')[0]}, `);
    return told;
  };
  // Ten requests at once at 20 s, six of which pass.
  await pointAt(20.4 / 60);
  await expect(lab.cursor).toHaveAttribute('aria-valuetext', /^20\.\d\d\u00a0s: /);
  await expect(lab.why).toContainText('429 Too Many Requests');
  await expect(lab.why).toContainText(/\d+ of \d+ here/);
  const burst = await shown();
  await pointAt(41.5 / 60);
  await expect.poll(shown).not.toBe(burst);

  await pointAt(20.4 / 60);
  await page.mouse.down();
  await page.mouse.up();
  const unpin = lab.why.getByRole('button', { name: words.throttle.commands.unpin });
  await expect(unpin).toBeVisible();
  await pointAt(41.5 / 60);
  await expect.poll(shown).toBe(burst);
  await page.keyboard.press('Escape');
  await expect(unpin).toHaveCount(0);
  await pointAt(42.5 / 60);
  await expect.poll(shown).not.toBe(burst);
});

test('the pointer moves the cursor at once, and nothing else is drawn anew', async ({ lab }) => {
  await lab.simulate();
  const { median, changed } = await lab.plot(lab.requests).evaluate(async (plot) => {
    const { left, top, width } = plot.getBoundingClientRect();
    const places = new Set<string>();
    let changedAt = performance.now();
    const observer = new MutationObserver((records) => {
      changedAt = performance.now();
      for (const { target } of records)
        places.add(
          (target instanceof Element ? target : target.parentElement)?.closest('section')?.ariaLabel ?? '',
        );
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    // The end of a simulation is told to several parts of the screen, one after the other.
    while (performance.now() - changedAt < 2_000) await new Promise((resolve) => setTimeout(resolve, 50));
    places.clear();
    const times: number[] = [];
    for (let step = 1; step <= 40; step += 1) {
      const from = performance.now();
      const clientX = left + (step / 41) * width;
      plot.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY: top + 20 }));
      await new Promise((resolve) => requestAnimationFrame(() => resolve(null)));
      times.push(performance.now() - from);
    }
    observer.disconnect();
    times.sort((one, other) => one - other);
    return { median: times[Math.floor(times.length / 2)] ?? 0, changed: [...places] };
  });
  expect(changed).not.toContain('Policy');
  expect(changed).not.toContain('Traffic');
  expect(median).toBeLessThan(50);
});

test('all findings share one list, and each group shows the rates it had', async ({ page, lab }) => {
  await lab.simulate();
  await expect(page.getByRole('region', { name: words.throttle.policy.findings })).toHaveCount(1);
  await expect(lab.policy).not.toContainText('No findings');
  const bob = page.getByRole('button', { name: /bob@example\.com: / });
  await expect(bob).toContainText(/silver3\/10\ss/);
  await expect(bob).toContainText(/from 4\d\ss\s*gold6\/10\ss/);
});

test('A marks a simulation, and each later one, of another policy too, is outlined and counted against it', async ({
  page,
  lab,
}) => {
  await lab.addPreset('A rate for each status', 'statuses');
  await lab.policy.getByLabel('Requests of gold').fill('9');
  await expect(lab.readout('Allowed')).toHaveText('14');
  await lab.cursor.focus();
  await page.keyboard.press('a');
  await expect(lab.results.getByText('this is A')).toBeVisible();
  await lab.policy.getByLabel('Requests of gold').fill('6');
  await expect(lab.change('Allowed')).toHaveText('−3');
  // Two edits on, the numbers are still told against the marked one.
  await lab.policy.getByLabel('Requests of gold').fill('5');
  await expect(lab.change('Allowed')).toHaveText(/^−[4-9]$/);
  const change = await lab.change('Allowed').textContent();
  await expect(lab.results.getByText('allowed in A')).toBeVisible();
  await lab.show('Heat map');
  await expect(lab.results.getByText('rejected in A')).toBeVisible();

  await lab.cursor.focus();
  await page.keyboard.press('d');
  await expect(
    lab.results.getByRole('radio', { name: words.throttle.results.lowerNames.compare }),
  ).toBeChecked();
  const difference = lab.results.getByRole('region', { name: /^Allowed with A: / });
  await expect(difference).toContainText(`/ 14`);
  await expect(difference.getByRole('img')).toHaveAccessibleName(
    `The second policy allows ${(change ?? '').slice(1)} more`,
  );
  await page.keyboard.press('d');
  await expect(
    lab.results.getByRole('radio', { name: words.throttle.results.lowerNames.heat }),
  ).toBeChecked();

  // The mark stays where another route is tried on the same time.
  await page.getByRole('button', { name: /Route$/ }).click();
  await page.getByRole('option', { name: 'Orders by status' }).click();
  await expect(page.getByRole('heading', { name: words.throttle.results.noResultTitle })).toBeVisible();
  await lab.simulate();
  await expect(lab.results.getByText('A: Gold, silver, bronze')).toBeVisible();
  await expect(lab.change('Allowed')).toBeVisible();
  await page.getByRole('button', { name: words.throttle.commands.unmark }).click();
  await expect(lab.change('Allowed')).toHaveCount(0);
});
