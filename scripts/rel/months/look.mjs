// Documents as somebody sees them in Chromium: each is opened, and its picture kept.
import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import { consoleWindow } from '../console-window.mjs';

/** By the kind of a preview: when it is there. */
const THERE = {
  image: ({ region }) => region.locator('img').first(),
  pdf: ({ region }) => region.locator('canvas').first(),
  invoice: ({ region }) => region.getByText('De plată', { exact: true }).first(),
  table: ({ region }) => region.getByRole('table').first(),
  archive: ({ region }) => region.getByRole('listitem').first(),
  text: ({ region }) => region.getByText(/\S{3,}/).first(),
};
/** Letters that were read in another encoding than they were written in. */
const MOJIBAKE = /Ã.|Ä[ƒ™]|È[™›]|Å[žŸ¢£]|\ufffd/;
const LONG_MS = 30_000;

/** Of the first page or picture: the share of it that is not of its commonest colour. */
const inkOf = (element) => {
  const canvas = element.ownerDocument.createElement('canvas');
  canvas.width = 200;
  canvas.height = 280;
  const drawn = canvas.getContext('2d');
  drawn.drawImage(element, 0, 0, 200, 280);
  const counts = new Map();
  const { data } = drawn.getImageData(0, 0, 200, 280);
  for (let at = 0; at < data.length; at += 4) {
    const colour = (data[at] >> 4) * 256 + (data[at + 1] >> 4) * 16 + (data[at + 2] >> 4);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return 1 - Math.max(...counts.values()) / (data.length / 4);
};

const SHEET = { columns: 4, rows: 2 };

/** Opens each document and says what is wrong with what is seen; pictures of them, so many on a sheet, go to that folder. */
export const look = async (url, token, documents, pictures) => {
  const faults = [];
  const shots = [];
  const { page, close } = await consoleWindow(url, token, '/');
  page.on('pageerror', (error) => faults.push(`the page: ${error.message}`));
  for (const { id, name, folderId, kind, facts, isOwn } of documents) {
    await page.goto(`${url}/files/${folderId}?file=${id}`);
    const region = page.getByRole('region', { name: 'Conținutul documentului' });
    try {
      await THERE[kind]({ region }).waitFor({ timeout: LONG_MS });
      await page.waitForTimeout(400); // pictures and pages are painted a little later
      const said = await region.innerText();
      if (MOJIBAKE.test(said)) faults.push(`${name}: ${MOJIBAKE.exec(said)[0]} is shown`);
      if (kind === 'pdf' || kind === 'image') {
        const ink = await THERE[kind]({ region }).evaluate(inkOf);
        if (ink < 0.005) faults.push(`${name}: an empty page`);
      } else {
        // of a workbook one sheet is seen, and a statement may have cedillas
        const seen = said.replaceAll('ş', 'ș').replaceAll('ţ', 'ț');
        const known = [facts.party, facts.number].filter((each) => each !== undefined);
        if (kind !== 'archive' && !known.some((each) => seen.includes(each)))
          faults.push(`${name}: neither of ${known.join(', ')} is seen`);
        if (isOwn && seen.includes('Factura nu este a acestui client'))
          faults.push(`${name}: is said to be another client's`);
      }
    } catch (error) {
      faults.push(`${name}: ${kind} is not seen: ${error.message.split('\n')[0]}`);
    }
    shots.push({ name, png: await page.screenshot({ animations: 'disabled' }) });
  }
  await page.goto('about:blank');
  for (let at = 0, sheet = 1; at < shots.length; at += SHEET.columns * SHEET.rows, sheet += 1) {
    const cells = shots
      .slice(at, at + SHEET.columns * SHEET.rows)
      .map(({ name, png }) => `<figure><img src="data:image/png;base64,${png.toString('base64')}">${name}</figure>`);
    await page.setContent(
      `<style>body{margin:4px;font:14px sans-serif;display:grid;grid-template-columns:repeat(${SHEET.columns},1fr);gap:6px}
      figure{margin:0}img{width:100%;border:1px solid #999;display:block}</style>${cells.join('')}`,
    );
    await page.setViewportSize({ width: 2_000, height: 700 });
    writeFileSync(
      join(pictures, `sheet-${String(sheet).padStart(2, '0')}.png`),
      await page.screenshot({ fullPage: true }),
    );
  }
  await close();
  return faults;
};
