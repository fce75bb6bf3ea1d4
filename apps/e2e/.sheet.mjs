import { chromium } from '@playwright/test';
const [out, cols, w, ...files] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--allow-file-access-from-files'] });
const p = await b.newPage({ viewport: { width: cols * (Number(w) + 10), height: 400 } });
const { readFileSync } = await import('node:fs');
await p.setContent(`<!doctype html><body style="margin:0;background:#888;display:grid;grid-template-columns:repeat(${cols},max-content);gap:10px;align-items:start">${files.map((f) => `<img style="width:${w}px;display:block;margin-bottom:10px" src="data:image/png;base64,${readFileSync(f).toString('base64')}">`).join('')}</body>`);
await p.waitForTimeout(800);
await p.screenshot({ path: out, fullPage: true });
await b.close();
