import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Browser } from '@playwright/test';

/** Many pictures on a few, to be looked at quickly. */
export const sheets = async (browser: Browser, shots: readonly string[], name: string, columns: number) => {
  const page = await browser.newPage({ viewport: { width: 1560, height: 1000 } });
  const each = columns === 2 ? 6 : 12;
  for (let from = 0; from < shots.length; from += each) {
    const figures = shots.slice(from, from + each).map((path) => {
      const source = `data:image/png;base64,${readFileSync(path).toString('base64')}`;
      return `<figure><figcaption>${basename(path)}</figcaption><img src="${source}"></figure>`;
    });
    await page.setContent(
      `<style>body{margin:0;display:grid;grid-template-columns:repeat(${columns},1fr);gap:4px;background:#888;font:11px monospace}
       figure{margin:0}img{width:100%;display:block}</style>${figures.join('')}`,
    );
    await page.screenshot({ path: `${name}-${from / each + 1}.png`, fullPage: true });
  }
  await page.close();
};
