import type { Page } from '@playwright/test';
import { ask } from '../screenshots/screens';
import { sheets } from '../screenshots/sheets';
import { expect, PEOPLE, test } from '../test';
import { addresses, type Role } from './addresses';
import { problemsOf, type Found } from './checks';
import { openings } from './openings';
import { setStage } from './stage';

/** Phones have fingers; what is wider is used with a mouse. */
const DEVICES = [
  {
    device: 'phone',
    isPhone: true,
    sizes: [
      { width: 360, height: 740 },
      { width: 390, height: 844 },
    ],
  },
  {
    device: 'desk',
    isPhone: false,
    sizes: [
      { width: 1366, height: 768 },
      { width: 768, height: 1024 },
      { width: 1024, height: 768 },
      { width: 1920, height: 1080 },
    ],
  },
];
/** Some screens only, by a part of their name, and at some widths. */
const SOME = new RegExp(process.env['SCREENS'] ?? '');
const WIDTHS = process.env['SCREENS_WIDTHS']?.split(',').map(Number);
const LOOKS = DEVICES.flatMap(({ sizes, ...device }) =>
  (['ro', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({
      ...device,
      language,
      theme,
      sizes: sizes.filter(({ width }) => WIDTHS?.includes(width) ?? true),
    })),
  ),
).filter(({ sizes }) => sizes.length > 0);
const ROLES = ['client', 'accountant', 'admin'] as const;
/** Refusals, and what is not there, belong to what is looked at. */
const EXPECTED = { expected: /status of 4\d\d|ERR_/ };

const pathOf = (address: string) => new URL(address).pathname;
const STILL = 250;
/** It is drawn, and nothing is waited for. */
const drawn = async (page: Page): Promise<void> => {
  await expect(page.locator('h1, h2').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true]:visible, .mantine-Skeleton-root:visible')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(STILL);
};

for (const { language, theme, device, sizes, isPhone } of LOOKS) {
  const name = `${language} ${theme} ${device}`;
  test(name, async ({ as, visit, browser }, info) => {
    test.setTimeout(3_600_000);
    const place = `../../test-results/every-screen/${name.replaceAll(' ', '-')}`;
    const seen: string[] = [];
    const found: Found[] = [];
    const shots = new Map(sizes.map(({ width }) => [width, [] as string[]]));
    const options = { viewport: sizes[0]!, hasTouch: isPhone, isMobile: isPhone, ...EXPECTED };

    const look = async (page: Page, screen: string) => {
      for (const size of sizes) {
        await page.setViewportSize(size);
        await drawn(page);
        const of = shots.get(size.width)!;
        const file = `${String(of.length + 1).padStart(3, '0')}-${screen.replace(/[^\p{L}\d]+/gu, '-')}.png`;
        of.push(`${place}/${size.width}/${file}`);
        await page.screenshot({ path: of.at(-1)!, animations: 'disabled' });
        seen.push(screen);
        for (const problem of await problemsOf(page, language))
          found.push({ screen: `${screen} ${size.width}`, ...problem });
      }
      await page.setViewportSize(sizes[0]!);
    };
    const tried = async (page: Page, screen: string, act: () => Promise<boolean>) => {
      if (!SOME.test(screen)) return;
      try {
        if (await act()) await look(page, screen);
      } catch (error) {
        found.push({ screen, kind: 'not shown', what: (error as Error).message.split('\n')[0]! });
      }
    };

    const people = new Map<Role, Page>();
    for (const role of ROLES) {
      const page = await as(PEOPLE[role], options);
      await ask(page, 'PATCH', '/api/users/me', { preferences: { language, theme } });
      people.set(role, page);
    }
    const [client, accountant, admin] = ROLES.map((role) => people.get(role)!);
    const stage = await setStage(client!, accountant!, admin!);
    const { page: guest } = await visit({ ...options, colorScheme: theme });
    await guest.context().addCookies(
      Object.entries({ dosar_language: language, dosar_theme: theme }).map(([key, value]) => ({
        name: key,
        value,
        url: stage.address,
      })),
    );
    people.set('guest', guest);

    for (const [role, page] of people)
      for (const { route, address } of addresses(stage, role))
        await tried(page, `${route} as ${role}`, async () => {
          await page.goto(address);
          await drawn(page);
          // whoever may not see it is led elsewhere, which is looked at there
          return pathOf(page.url()) === pathOf(new URL(address, stage.address).href);
        });
    for (const { name: screen, by, at, open, only = device } of openings) {
      if (only !== device) continue;
      const page = people.get(by)!;
      await tried(page, screen, async () => {
        await page.goto(at(stage));
        await drawn(page);
        await open(page);
        return true;
      });
    }
    for (const [width, of] of shots) await sheets(browser, of, `${place}/${width}`, isPhone ? 6 : 2);
    await info.attach('every-screen', { body: JSON.stringify({ seen, found }), contentType: 'application/json' });
    expect(found.length, 'what was found is in the table').toBe(0);
  });
}
