import { readFileSync } from 'node:fs';
import { type Locator } from '@playwright/test';
import { documents, nameOf, onDisk } from './desk';
import { aPhonePhoto } from './photos';
import { opened, rowOf } from './screenshots/screens';
import { expect, expectForEverybody, PEOPLE, test, type Page } from './test';

test('on a phone a tap opens, a long press selects, and what can be done lies at the thumb', async ({ as }) => {
  const client = await as(PEOPLE.client, PHONE);
  // other pictures than those that are there already
  const photo = readFileSync(documents.find((path) => nameOf(path) === 'bon_01.jpg')!);
  const paths = onDisk(
    Object.fromEntries([1, 2, 3, 4].map((at) => [`bon_0${at}.jpg`, Buffer.concat([photo, Buffer.from([at])])])),
  );
  await client.goto('/files');
  await client.getByRole('button', { name: 'Alte acțiuni' }).tap();
  await client.getByRole('menuitem', { name: 'Dosar nou' }).tap();
  await client.getByRole('textbox', { name: 'Numele dosarului' }).fill('De pe telefon');
  await client.getByRole('button', { name: 'Creează' }).tap();
  // what is new is seen, however long the list
  await expect(rowOf(client, 'De pe telefon')).toBeInViewport();
  await rowOf(client, 'De pe telefon').tap();
  await expect(client.getByRole('heading', { name: 'De pe telefon' })).toBeVisible();
  await expect(client.getByRole('heading', { name: 'Dosarul este gol' })).toBeVisible();
  const choosing = client.waitForEvent('filechooser');
  await client.getByRole('button', { name: 'Încarcă', exact: true }).tap();
  await (await choosing).setFiles([...paths]);
  await expect(client.getByRole('grid')).toHaveAttribute('aria-rowcount', String(paths.length + 1));

  await test.step('a photo is seen in its row', async () => {
    const small = rowOf(client, 'bon_01.jpg').locator('img');
    await expect.poll(() => small.evaluate((each) => (each as HTMLImageElement).naturalHeight)).toBe(128);
  });

  await test.step('a photo as phones keep it becomes a JPEG; one that cannot be read is told', async () => {
    const another = client.waitForEvent('filechooser');
    await client.getByRole('button', { name: 'Încarcă', exact: true }).tap();
    await (await another).setFiles(onDisk({ 'IMG_5.HEIC': aPhonePhoto, 'IMG_6.heic': Buffer.from('altceva') }));
    await rowOf(client, 'IMG_5.jpg').tap();
    const image = opened(client, 'IMG_5.jpg').getByRole('img', { name: 'IMG_5.jpg' });
    await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(160);
    await client.goBack();
    await expect(client.getByText('Fotografia nu a putut fi citită și transformată în jpg').first()).toBeVisible();
    await client.getByRole('button', { name: 'Am înțeles' }).tap();
  });

  await test.step('a picture that is pasted gets a name that says when', async () => {
    await client.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')!.fillRect(0, 0, 20, 20);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    });
    const name = /^Captură \d{4}-\d\d-\d\d \d\d\.\d\d\.png$/;
    await expect(client.getByRole('row').getByTitle(name)).toBeVisible();
  });

  await test.step('a tap opens, the neighbour is a swipe away, and back is the list', async () => {
    await rowOf(client, 'bon_01.jpg').tap();
    await expect(opened(client, 'bon_01.jpg').getByRole('img', { name: 'bon_01.jpg' })).toBeVisible();
    await client.getByRole('button', { name: 'Detalii' }).tap();
    await expect(client.getByRole('region', { name: 'Detalii' }).getByText('Ana Țăranu')).toBeVisible();
    await expectForEverybody(client);
    await client.getByRole('button', { name: 'Detalii' }).tap();
    await expect(client.getByRole('complementary', { name: 'Detalii' })).toHaveCount(0);
    await expectForEverybody(client);
    await swipeLeft(client);
    await expect(opened(client, 'bon_02.jpg').getByRole('img', { name: 'bon_02.jpg' })).toBeVisible();
    await client.goBack();
    await expect(client.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(client, 'bon_02.jpg')).toHaveAttribute('aria-selected', 'false');
  });

  await test.step('a long press selects, and then taps do', async () => {
    await press(client, rowOf(client, 'bon_01.jpg'));
    await expect(rowOf(client, 'bon_01.jpg')).toHaveAttribute('aria-selected', 'true');
    await rowOf(client, 'bon_03.jpg').tap();
    await expect(client.getByText('2 elemente selectate')).toBeVisible();
    await expect(client.getByRole('dialog')).toHaveCount(0);
    for (const name of ['Mută', 'Șterge']) {
      const box = (await client.getByRole('toolbar').getByRole('button', { name }).boundingBox())!;
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      expect(box.y).toBeGreaterThan(700);
    }
    await expectForEverybody(client);
    await client.getByRole('button', { name: 'Renunță la selecție' }).tap();
  });

  await test.step('the menu of a row comes up from below', async () => {
    await rowOf(client, 'bon_01.jpg').getByRole('button', { name: 'Acțiuni pentru bon_01.jpg' }).tap();
    const item = client.getByRole('menuitem', { name: 'Redenumește' });
    await expect(item).toBeVisible();
    await expect.poll(async () => (await client.getByRole('menu').boundingBox())!.width).toBe(390);
    expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await expect(client.getByText('F2')).toBeHidden();
    await item.tap();
    const name = client.getByRole('textbox', { name: 'Numele nou' });
    await name.fill('benzină.jpg');
    await name.press('Enter');
    await expect(rowOf(client, 'benzină.jpg')).toBeVisible();
  });

  await test.step('what stands above the rows is out of the way while they are scrolled, and they stay where they are', async () => {
    const many = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`zi ${at + 10}.txt`, `zi ${at}`] as const));
    const more = client.waitForEvent('filechooser');
    await client.getByRole('button', { name: 'Încarcă', exact: true }).tap();
    await (await more).setFiles(onDisk(many));
    await expect(client.getByText('16 documente încărcate')).toBeVisible();
    await expect(client.getByText('16 documente încărcate')).toHaveCount(0);
    const title = client.locator('#content h1');
    await watchShifts(client);
    await scroll(client, 480);
    await expect(title).not.toBeInViewport();
    await expect(client.getByRole('banner').first()).not.toBeInViewport();
    await scroll(client, -60);
    await expect(title).toBeInViewport();
    await scroll(client, 60);
    await expect(title).not.toBeInViewport();
    await client.keyboard.press('Shift+Tab');
    await client.keyboard.press('Shift+Tab');
    await expect(title).toBeInViewport();
    expect(await client.evaluate(() => (window as Watched).shifts)).toEqual([]);
    await expectForEverybody(client);
  });
});

type Watched = Window & { shifts?: string[] };
type Shift = PerformanceEntry & { readonly sources: readonly { readonly node: Element | null }[] };
/** Notes what the browser saw move that nobody touched. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const shifts: string[] = ((window as Watched).shifts = []);
    new PerformanceObserver((seen) => {
      for (const { sources } of seen.getEntries() as Shift[])
        shifts.push(sources.map(({ node }) => node?.className ?? '').join(' '));
    }).observe({ type: 'layout-shift' });
  });

/** As a finger does, a little at a time; each row is where it was in the list. */
const scroll = async (page: Page, px: number) => {
  const places = () =>
    page.getByRole('grid').evaluate((grid) => {
      const rows = [...grid.querySelectorAll<HTMLElement>('[aria-rowindex]')].filter((row) => row.ariaRowIndex !== '1');
      return Object.fromEntries(
        rows.map((row) => [row.ariaRowIndex!, Math.round(row.getBoundingClientRect().top + grid.scrollTop)]),
      );
    });
  const before = await places();
  for (let step = 0; step < 6; step += 1) {
    await page.getByRole('grid').evaluate((grid, by) => grid.scrollBy(0, by), px / 6);
    await page.waitForTimeout(40);
  }
  await page.waitForTimeout(250);
  const after = await places();
  for (const index of Object.keys(after).filter((each) => each in before)) expect(after[index]).toBe(before[index]);
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

type Point = { readonly x: number; readonly y: number };
const touch = async (page: Page, points: readonly Point[], ms: number) => {
  const devtools = await page.context().newCDPSession(page);
  const tell = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Point[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [...at] });
  await tell('touchStart', points.slice(0, 1));
  for (const point of points.slice(1)) await tell('touchMove', [point]);
  await page.waitForTimeout(ms);
  await tell('touchEnd', []);
  await devtools.detach();
};
const swipeLeft = (page: Page) =>
  touch(
    page,
    [330, 260, 190, 120, 60].map((x) => ({ x, y: 400 })),
    0,
  );
const press = async (page: Page, row: Locator) => {
  const { x, y, width, height } = (await row.boundingBox())!;
  await touch(page, [{ x: x + width / 2, y: y + height / 2 }], 700);
};
