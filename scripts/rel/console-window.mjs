// A window of the console in a Chromium of its own, in which somebody is signed in.
import { chromium } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';
const TOKEN_MS = 15 * 60_000;

/** @param {() => void} [watch] what runs inside the page before anything of its own */
export const consoleWindow = async (url, token, path, watch) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const expires_at = new Date(Date.now() + TOKEN_MS).toISOString();
  const localStorage = [{ name: 'dosar.session', value: JSON.stringify({ token, expires_at }) }];
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'ro-RO', storageState });
  if (watch) await page.addInitScript(watch);
  await page.goto(`${url}${path}`);
  return { page, close: () => browser.close() };
};
