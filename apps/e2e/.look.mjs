import { chromium } from '@playwright/test';
import AxeBuilder from '@axe-core/playwright';
const PASS = process.env.PASS, BASE = 'http://127.0.0.1:3421';
const [lang, theme, width, only] = [process.argv[2] ?? 'ro', process.argv[3] ?? 'light', Number(process.argv[4] ?? 1280), process.argv[5]];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'] });
const open = async (email) => {
  const context = await browser.newContext({ baseURL: BASE, viewport: { width, height: width < 500 ? 844 : 800 }, locale: 'ro-RO' });
  await context.addCookies(Object.entries({ dosar_language: lang, dosar_theme: theme }).map(([name, value]) => ({ name, value, url: BASE })));
  const page = await context.newPage();
  page.on('console', (m) => ['error', 'warning'].includes(m.type()) && console.log('CONSOLE', m.text()));
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  await page.goto('/login');
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASS);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL((u) => !/login/.test(u.pathname));
  await page.locator('main h1').waitFor();
  return page;
};
let n = 0;
const shoot = async (page, name, full = true) => {
  await page.waitForTimeout(450);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) console.log('WIDE', name, wide);
  if (full) { const h = await page.evaluate(() => document.querySelector('main').scrollHeight); await page.setViewportSize({ width, height: Math.min(2600, Math.max(width < 500 ? 844 : 800, h + (width < 960 ? 60 : 0))) }); await page.waitForTimeout(150); }
  await page.screenshot({ path: `/tmp/admin-shots/${lang}-${theme}-${width}-${String(++n).padStart(2, '0')}-${name}.png`, animations: 'disabled' });
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const v of violations) if (['serious', 'critical'].includes(v.impact)) console.log('AXE', name, v.id, v.nodes.slice(0, 2).map((x) => x.html.slice(0, 200) + ' ' + x.failureSummary).join(' | '));
  if (full) await page.setViewportSize({ width, height: width < 500 ? 844 : 800 });
};
const admin = await open('admin@dosar.demo');
const tok = await admin.evaluate(() => localStorage.getItem('dosar.token'));
const get = async (p) => (await (await fetch(BASE + '/api' + p, { headers: { authorization: `Bearer ${tok}` } })).json());
const clients = (await get('/clients')).clients, firms = (await get('/firms')).firms, users = (await get('/users')).users;
const bakery = clients.find((c) => /Brut/.test(c.societate)).id;
const go = async (path, name, act) => { if (only && !name.match(only)) return; await admin.goto(path); await admin.locator('main h1').waitFor(); await admin.waitForLoadState('networkidle').catch(() => {}); if (act) await act(admin); await shoot(admin, name); };
await go('/files-select', 'select');
await go('/admin/users', 'users');
await go('/admin/users?q=zzzz', 'users-none');
await go('/admin/firms', 'firms');
await go('/admin/clients', 'clients');
await go('/admin/users/new', 'user-new', async (p) => { await p.locator('form button[type=submit]').click(); });
await go('/admin/users/' + users.find((u) => u.role === 'accountant').id, 'accountant');
await go('/admin/users/' + users.find((u) => u.role === 'user').id, 'user');
await go('/admin/firms/' + firms[0].id, 'firm');
await go('/admin/firms/new', 'firm-new');
await go('/admin/clients/' + bakery, 'client');
await go('/admin/clients/new', 'client-new', async (p) => { await p.getByLabel('CUI').fill('RO 12345678'); await p.keyboard.press('Tab'); await p.getByLabel(/Nr\. reg|register no/).fill('X12'); await p.locator('form button[type=submit]').click(); });
await go('/admin/settings', 'settings');
if (!only || 'dialogs'.match(only)) {
  await admin.goto('/admin/firms/' + firms[0].id); await admin.getByRole('button', { name: /^(Șterge firma|Delete firm)$/ }).click();
  const d = admin.getByRole('dialog'); await d.getByRole('button', { name: /^(Șterge firma|Delete firm)$/ }).click(); await d.getByRole('alert').waitFor(); await shoot(admin, 'firm-delete', false);
  await admin.goto('/admin/clients/' + bakery); await admin.getByLabel(/Denumire|^Name/).first().fill('Altceva'); await admin.evaluate(() => document.querySelector('main a[href="/admin/clients"]').click()); await admin.getByRole('dialog').waitFor(); await shoot(admin, 'unsaved', false);
}
if (!only || 'anaf'.match(only)) {
  await admin.route('**/api/users/me', async (r) => { const a = await r.fetch(); const j = await a.json(); j.user.company_lookup = true; await r.fulfill({ response: a, json: j }); });
  await admin.route('**/api/companies/*', (r) => r.fulfill({ json: { company: { societate: 'BRUTĂRIA ȚĂRĂNEASCĂ S.R.L.', cui: '617173556', registrulComertului: 'J40/4821/2018', dataInregistrarii: '2018-04-15', address: 'MUNICIPIUL BUCUREȘTI, SECTOR 2, ȘOS. COLENTINA, NR.114', phone: '0213334455', platitor_tva: true, inactive: true } } }));
  await admin.goto('/clients/' + bakery); await admin.getByRole('button', { name: /ANAF/ }).click(); await admin.getByRole('dialog').waitFor(); await shoot(admin, 'anaf', false);
}
if (!only || 'accountant-client'.match(only)) {
  const acc = await open('elena@contabexpert.demo');
  await acc.goto('/files-select'); await acc.locator('main h1').waitFor(); await acc.getByRole('button', { name: /Fixează|Pin to/ }).first().click().catch(() => {}); await acc.waitForTimeout(300);
  await acc.locator('main a[data-client]').nth(1).click(); await acc.waitForTimeout(600); await acc.goto('/files-select'); await acc.locator('main h1').waitFor(); await acc.waitForLoadState('networkidle'); await shoot(acc, 'accountant-select');
  await acc.goto('/clients/' + bakery); await acc.locator('form').waitFor(); await shoot(acc, 'accountant-client');
  if (width > 900) { await acc.getByRole('combobox', { name: /^(Client)$/ }).click(); await shoot(acc, 'accountant-picker', false); }
  await acc.goto('/admin/users'); await acc.locator('main h1').waitFor(); await shoot(acc, 'accountant-unauthorized', false);
}
await browser.close();
