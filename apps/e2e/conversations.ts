import { expect, type Page } from './test';

export const writingIn = (page: Page) => page.getByRole('textbox', { name: 'Scrieți un mesaj' });
export const messagesIn = (page: Page, text: string | RegExp) =>
  page.locator('[data-message]').filter({ hasText: text }).first();
export const stateOf = (page: Page, text: string, state: string | RegExp) =>
  messagesIn(page, text).getByRole('img', { name: state });

export const send = async (page: Page, text: string): Promise<void> => {
  await writingIn(page).fill(text);
  await writingIn(page).press('Control+Enter');
};

export const act = async (page: Page, text: string, action: string): Promise<void> => {
  const message = messagesIn(page, text);
  await message.hover();
  await message.getByRole('button', { name: 'Acțiuni pentru mesaj' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

/** Opens the conversation of the bakery. */
export const openConversation = async (page: Page): Promise<void> => {
  await page.goto('/chat');
  await page.getByRole('link', { name: /Brutăria Țărănească/ }).click();
  await expect(writingIn(page)).toBeVisible();
};
