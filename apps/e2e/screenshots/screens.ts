import { expect, type Locator, type Page } from '@playwright/test';

/** The rows of folders and files that are drawn. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });

/** The row of this very name. */
export const rowOf = (page: Page, name: string): Locator =>
  rows(page).filter({ has: page.getByTitle(name, { exact: true }) });

/** All names of the list, also of the rows that are not drawn: it is scrolled through. */
export const rowsNamed = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role=grid]');
    if (!grid) return [];
    const names = new Set<string>();
    for (let top = 0; ; top += 400) {
      grid.scrollTop = top;
      await new Promise((resolve) => setTimeout(resolve, 60));
      for (const title of grid.querySelectorAll('[role=row] [title]:not([role=gridcell])'))
        names.add(title.getAttribute('title')!);
      if (top > grid.scrollHeight) break;
    }
    grid.scrollTop = 0;
    return [...names].sort();
  });

/** Scrolls to the row of this name. */
export const reach = async (page: Page, name: string): Promise<Locator> => {
  const row = rowOf(page, name);
  await expect(async () => {
    const grid = page.getByRole('grid');
    let isEnd = false;
    await grid.evaluate((element) => element.scrollTo(0, 0));
    while ((await row.count()) === 0 && !isEnd) {
      isEnd = await grid.evaluate((element) => {
        const before = element.scrollTop;
        element.scrollBy(0, 300);
        return element.scrollTop === before;
      });
      await page.waitForTimeout(60);
    }
    await expect(row).toHaveCount(1, { timeout: 100 });
  }).toPass({ timeout: 15_000 });
  await row.scrollIntoViewIfNeeded();
  // rows that were scrolled are drawn into the elements of others: the next click is at what is drawn then
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(row).toBeInViewport();
  return row;
};

/** A document that is looked at. */
export const opened = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });

export const newFolder = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Dosar nou' }).click();
  await page.getByRole('textbox', { name: 'Numele dosarului' }).fill(name);
  await page.getByRole('button', { name: 'Creează' }).click();
  await expect(rowOf(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
};

const choose = async (page: Page, label: string, option: string) => {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** Of an event in the audit, what journeys look at. */
type Found = {
  readonly position: string;
  readonly user: { readonly name: string; readonly role: string };
  readonly details: Readonly<Record<string, unknown>>;
};

/** What the audit has of one kind by one person, as its screen looks for it: the newest hundred events, the newest first. */
export const eventsIn = async (page: Page, event: string, person: string): Promise<readonly Found[]> => {
  await page.goto('/admin/audit');
  await choose(page, 'Tipul evenimentului', event);
  const answered = page.waitForResponse((answer) => /audit\/deeds\?.*event_type=.*user_id=/.test(answer.url()));
  await choose(page, 'Persoana', person);
  const { searchParams: query } = new URL((await answered).url());
  query.set('limit', '100');
  const { events } = (await ask(page, 'GET', `/api/audit/events?${query}`)) as { events: readonly Found[] };
  return events;
};

/** Opens the newest deed that holds something of this type, and the event in it. */
export const openEvent = async (page: Page, type: string): Promise<void> => {
  const deed = page.locator(`[data-deed][data-type=${type}]`).first();
  await deed.click();
  const dialog = page.getByRole('dialog');
  const event = page.locator(`[data-kind=event] [data-type=${type}]`).first();
  await expect(dialog.or(event)).toBeVisible();
  if (await event.isVisible()) await event.click();
  await expect(dialog.locator('h3').last()).toBeVisible();
};

/** What is asked of the server as somebody who is signed in. */
export const ask = (page: Page, method: string, path: string, body?: object): Promise<unknown> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = {
        authorization: `Bearer ${(JSON.parse(localStorage.getItem('dosar.session')!) as { token: string }).token}`,
        'content-type': 'application/json',
      };
      const answer = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.text();
      return text === '' ? null : (JSON.parse(text) as unknown);
    },
    [method, path, body] as const,
  );
