// Lines that break again and again while much is said: in the end each list is the log. Then the conversation, as long as
// it has become, opens at its first unread message.
import { percentile } from '../../percentile.mjs';
import { consoleWindow } from '../console-window.mjs';
import { inLanes, pause, quickCalls, socketTo, until } from './lines.mjs';
import { aTenant } from './people.mjs';

const PAGE = 100;
const AT_ONCE = 16;

/** Somebody who keeps what was said, as a console does: told, told afterwards, or read when too much was missed. */
const aReader = (url, call, talkId, token) => {
  const said = new Map();
  const told = new Set();
  let heardTo;
  let socket = null;
  let reading = Promise.resolve();
  const counts = { breaks: 0, resyncs: 0, doubles: 0 };
  const keep = ({ id, position, text }) => said.set(position, `${id} ${text}`);
  const newest = () => [...said].reduce((last, each) => (BigInt(each[0]) > BigInt(last[0]) ? each : last))[1];
  /** What was said after this one. */
  const readOn = async (last) => {
    counts.resyncs += 1;
    for (let [after] = last.split(' '), more = true; more;) {
      const path = `/conversations/${talkId}/messages?after=${after}&limit=${PAGE}`;
      const { messages, has_more_after } = await call(token)('GET', path);
      messages.forEach(keep);
      after = messages.at(-1)?.id ?? after;
      more = has_more_after;
    }
  };
  const enter = async () => {
    const auth = { token, ...(heardTo && { since: heardTo }) };
    socket = await socketTo(url, auth, (next) => {
      next.onAny((event, { position } = {}) => (heardTo = position ?? heardTo));
      next.on('message:new', ({ message }) => {
        // what was read may be told as well
        if (told.has(message.position)) counts.doubles += 1;
        told.add(message.position);
        keep(message);
      });
      next.on('resync', () => {
        // from here on more is told: what is missing lies right after what is known now
        const last = newest();
        reading = reading.then(() => readOn(last));
      });
    });
  };
  return {
    counts,
    size: () => said.size,
    enter,
    done: () => reading,
    /** The line breaks without a word, and is there again a little later. */
    breakOff: async (ms) => {
      counts.breaks += 1;
      socket.io.engine.transport.ws?.terminate?.();
      socket.disconnect();
      await pause(ms);
      await enter();
    },
    leave: () => socket.disconnect(),
    list: () => [...said].toSorted(([a], [b]) => (BigInt(a) < BigInt(b) ? -1 : 1)).map(([, each]) => each),
  };
};

export const lostLines = async (url, admin, { messages, readers: many }) => {
  const { accountant, clients } = await aTenant(url, admin, [2]);
  const [{ id: talkId, users }] = clients;
  const call = quickCalls(url);
  const readers = Array.from({ length: many }, () => aReader(url, call, talkId, accountant.token));
  for (const reader of readers) await reader.enter();

  const log = [];
  const say = async (at) => {
    const { data } = await call(users[0].token)('POST', `/conversations/${talkId}/messages`, { text: `mesaj ${at}` });
    log.push([BigInt(data.position), `${data.id} ${data.text}`]);
  };
  // whoever has heard nothing yet cannot say since when to be told
  await say(0);
  await until(() => readers.every(({ size }) => size() === 1), 'the first message is heard');

  let isOver = false;
  const breaking = readers.map(async (reader) => {
    while (!isOver) {
      await pause(100 + Math.random() * 2_000);
      // some are away for a moment, some for so long that they are to read anew
      if (!isOver) await reader.breakOff(Math.random() < 0.2 ? 1_500 : Math.random() * 300);
    }
  });
  const started = performance.now();
  await inLanes(messages - 1, AT_ONCE, (at) => say(at + 1));
  const rate = messages / ((performance.now() - started) / 1_000);
  isOver = true;
  await Promise.all(breaking);
  await until(() => readers.every(({ size }) => size() >= messages), 'all is heard', 30_000).catch(() => {});
  await Promise.all(readers.map(({ done }) => done()));
  await pause(300);
  for (const { leave } of readers) leave();
  const due = JSON.stringify(log.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each));
  const wrong = readers.flatMap(({ list, counts }, at) => [
    ...(JSON.stringify(list()) === due ? [] : [`reader ${at} has ${list().length} of ${messages} messages`]),
    ...(counts.doubles > 0 ? [`reader ${at} was told ${counts.doubles} messages twice`] : []),
  ]);
  const sum = (name) => readers.reduce((all, { counts }) => all + counts[name], 0);
  const opening = await opens({ call, talkId, token: users[1].token });
  const shown = await opensInBrowser(url, { talkId, token: users[1].token });
  for (const [what, { p50 }] of Object.entries({ 'is read': opening, 'is on the screen': shown }))
    if (p50 > OPENED_MS) wrong.push(`the first unread of the conversation ${what} in ${p50.toFixed(0)} ms`);
  const said = `${messages} messages at ${rate.toFixed(0)}/s, ${many} readers, ${sum('breaks')} broken lines, ${sum('resyncs')} read anew`;
  const times = ({ p50, worst }) => `p50 ${p50.toFixed(1)}, worst ${worst.toFixed(1)} ms`;
  const opened = `the first unread of ${messages} is read in ${times(opening)}, on the screen in ${times(shown)}`;
  return { wrong, said: `${said}; ${opened}` };
};

const OPENED_MS = 300;
const OPENINGS = 9;
/** What the line says behind which nothing is read. */
const UNREAD_FROM = 'Mesaje necitite';

/** What a console asks for to open a conversation at its first unread message, by somebody who has read nothing. */
const opens = async ({ call, talkId, token }) => {
  const taken = [];
  for (let time = 0; time < 20; time += 1) {
    const started = performance.now();
    const { conversation } = await call(token)('GET', `/conversations/${talkId}`);
    const around = conversation.first_unread_message_id;
    const { messages } = await call(token)('GET', `/conversations/${talkId}/messages?around=${around}`);
    taken.push(performance.now() - started);
    if (!messages.some(({ id }) => id === around)) throw new Error('the first unread message is not among them');
  }
  return { p50: percentile(taken, 0.5), worst: Math.max(...taken) };
};

/** From the click on a conversation in the list to its first unread message, painted; each time it is read a little on. */
const opensInBrowser = async (url, { talkId, token }) => {
  const { page, close } = await consoleWindow(url, token, '/chat');
  const taken = [];
  for (let time = 0; time < OPENINGS; time += 1) {
    const row = page.locator(`#content a[href="/chat/${talkId}"]`);
    await row.waitFor();
    taken.push(
      await row.evaluate(
        (link, divider) =>
          new Promise((painted) => {
            const started = performance.now();
            const look = () => {
              const line = [...document.querySelectorAll('[role=log] li')].find((li) => li.textContent === divider);
              const top = line?.nextElementSibling?.getBoundingClientRect().top;
              if (top === undefined || top < 0 || top > innerHeight) return requestAnimationFrame(look);
              // it is painted with the next frame
              return requestAnimationFrame(() => painted(performance.now() - started));
            };
            link.click();
            look();
          }),
        UNREAD_FROM,
      ),
    );
    await page.goto(`${url}/`);
    await page.goto(`${url}/chat`);
  }
  await close();
  // the first one loads the code of the screen, too
  return { p50: percentile(taken, 0.5), worst: Math.max(...taken) };
};
