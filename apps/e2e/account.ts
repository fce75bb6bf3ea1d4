import { expect, type Page } from '@playwright/test';
import { generate } from 'otplib';
import type { Letter, Portal } from './portal';

const PATIENCE_MS = 15_000;

/** A letter that comes because of what is done, and not one that was there before. */
export const letterAfter = async (portal: Portal, email: string, act: () => Promise<void>): Promise<Letter> => {
  const known = new Set<string>();
  for (let each = portal.letterTo(email); each; each = portal.letterTo(email, known)) known.add(each.name);
  await act();
  await expect.poll(() => portal.letterTo(email, known)?.link ?? '', { timeout: PATIENCE_MS }).toContain('token=');
  return portal.letterTo(email, known)!;
};

/** The path and query of a link, to be followed at the address that the browser is at. */
export const pathOf = (link: string): string => link.replace(/^https?:\/\/[^/]+/, '');

export const choosePassword = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('Parola nouă', { exact: true }).fill(password);
  await page.getByLabel('Parola nouă, încă o dată').fill(password);
  await page.getByRole('button', { name: 'Salvează parola' }).click();
};

const STEP = 30;
/** So much of a step must be left when the oldest code that is still right is used: it is typed and sent meanwhile. */
const LEFT = 10;

/** An authenticator app: it never gives the same code twice, because none is right twice. */
export class Authenticator {
  private step = 0;

  constructor(private readonly secret: string) {}

  /** The server takes codes of the neighbouring steps as well: two or three of them without any waiting. */
  async code(): Promise<string> {
    const now = Date.now() / 1000;
    this.step = Math.max(this.step + 1, Math.floor((now + LEFT) / STEP) - 1);
    const from = (this.step - 1) * STEP;
    if (from > now) await new Promise((resolve) => setTimeout(resolve, (from - now) * 1000));
    return generate({ secret: this.secret, epoch: this.step * STEP });
  }
}

/** Confirms with the password in the dialog that asks for it. */
export const confirmWith = async (page: Page, password: string, action: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Parola curentă').fill(password);
  await dialog.getByRole('button', { name: action, exact: true }).click();
};

/** Reads the codes that are shown once, and goes on. */
export const keepCodes = async (page: Page, action: string): Promise<string[]> => {
  const list = page.getByRole('list', { name: 'Coduri de recuperare' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  await expect(page.getByRole('button', { name: action })).toBeDisabled();
  await page.getByLabel('Am păstrat codurile într-un loc sigur').check();
  await page.getByRole('button', { name: action }).click();
  return codes;
};

/** Reads the secret from the screen that offers it. */
export const secretOn = async (page: Page): Promise<string> =>
  (await page.locator('code').innerText()).replace(/\s/g, '');
