import { expect, test } from '../support/web.ts';

test('the button in ink stays in ink under the pointer, and no word of the rail touches the bar beside it', async ({
  app,
  flows,
  page,
}) => {
  await flows.choose('Client', 'portal-web');
  const run = page.getByRole('button', { name: /^Run/ }).first();
  await run.hover();
  const colours = await run.evaluate((button) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const accent = getComputedStyle(probe).color;
    probe.remove();
    return { accent, ground: getComputedStyle(button).backgroundColor };
  });
  expect(colours.ground).not.toBe(colours.accent);

  for (const area of ['Connectors', 'Consents', 'Contract'] as const) {
    await app.goTo(area);
    const link = app.areas.getByRole('link', { name: area });
    await expect(link).toHaveAttribute('aria-current', 'page');
    const gap = await link.evaluate((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const texts = [...words.getClientRects()].map(({ left }) => left);
      return Math.min(...texts) - element.getBoundingClientRect().left;
    });
    // The bar is 2 pixels wide.
    expect(gap).toBeGreaterThanOrEqual(5);
  }
});
