// npm run bench:talk: from the keys that send a message to its text on the other's screen, in two Chromiums.
//   --messages N (100), --screens FOLDER keeps pictures of what was measured.
import { parseArgs } from 'node:util';
import { exit } from '../ending.mjs';
import { percentile } from '../percentile.mjs';
import { client } from '../rel/client.mjs';
import { consoleWindow } from '../rel/console-window.mjs';
import { aFolder, freePort, remove, startServer } from '../rel/server.mjs';
import { aTenant } from '../rel/sockets/people.mjs';

const { values } = parseArgs({
  options: { messages: { type: 'string', default: '100' }, screens: { type: 'string' } },
});
const MESSAGES = Number(values.messages);
const WARM = 5;
/** Milliseconds that one in twenty may exceed. */
const LIMIT = 150;
const PAUSE_MS = 250;

const dataDir = aFolder('dosar-bench-talk-');
const server = await startServer({ dataDir, port: await freePort() });
const { accountant, clients } = await aTenant(server.url, await client(server.url).admin(), [1]);
const [{ id: talkId, users }] = clients;

const closing = [];

/** Notes, inside the page, when keys that send were pressed, and when each text was on the screen. */
const watch = () => {
  const seen = (window.seen = { sent: [], shown: {}, unsent: {} });
  addEventListener('keydown', ({ key, ctrlKey }) => key === 'Enter' && ctrlKey && seen.sent.push(Date.now()), true);
  const lookFor = (items, shown) => {
    for (const item of document.querySelectorAll(items)) {
      const [text] = /proba \d+\./.exec(item.textContent) ?? [];
      if (!text || text in shown) continue;
      shown[text] = null;
      // it is painted with the next frame
      requestAnimationFrame(() => (shown[text] = Date.now()));
    }
  };
  const look = () => {
    lookFor('[data-unsent]', seen.unsent);
    lookFor('[data-message]', seen.shown);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
};

/** Somebody who has the conversation open in a browser of their own. */
const aWindow = async ({ token }) => {
  const { page, close } = await consoleWindow(server.url, token, `/chat/${talkId}`, watch);
  closing.push(close);
  await page.getByRole('textbox', { name: 'Scrieți un mesaj' }).waitFor();
  return page;
};

const writer = await aWindow(users[0]);
const reader = await aWindow(accountant);
const writing = writer.getByRole('textbox', { name: 'Scrieți un mesaj' });
const other = [];
const own = [];
const atOnce = [];
for (let at = 0; at < MESSAGES + WARM; at += 1) {
  const text = `proba ${at}.`;
  await writing.fill(text);
  await writing.press('Control+Enter');
  const shownIn = async (page) => {
    const found = await page.waitForFunction((said) => window.seen.shown[said], text, { polling: 20 });
    return found.jsonValue();
  };
  const there = await shownIn(reader);
  const here = await shownIn(writer);
  const sent = await writer.evaluate((index) => window.seen.sent[index], at);
  if (at < WARM) continue;
  other.push(there - sent);
  own.push(here - sent);
  const unsent = await writer.evaluate((said) => window.seen.unsent[said] ?? window.seen.shown[said], text);
  atOnce.push(unsent - sent);
  await writer.waitForTimeout(PAUSE_MS);
}
if (values.screens) {
  await writer.screenshot({ path: `${values.screens}/talk-writer.png` });
  await reader.screenshot({ path: `${values.screens}/talk-reader.png` });
}
for (const close of closing) await close();
await server.stop();
remove(dataDir);

const figures = (times) => `p50 ${percentile(times, 0.5)}, p95 ${percentile(times, 0.95)} ms`;
const line = (what, times) => {
  const isMet = percentile(times, 0.95) < LIMIT;
  console.log(`${isMet ? ' ' : '!'} from Ctrl+Enter ${what}: ${figures(times)}, must be under ${LIMIT}`);
  return isMet;
};
const areMet = [line("to the other's screen", other), line("to one's own, not yet confirmed", atOnce)];
console.log(`  to one's own, confirmed: ${figures(own)}`);
await exit(areMet.every(Boolean) ? 0 : 1);
