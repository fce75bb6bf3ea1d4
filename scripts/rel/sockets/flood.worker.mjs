// One line that says far more than it may, as fast as it is told to. Its own thread: what measures is not kept by it.
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

const { url, token, frame, perSecond } = workerData;
const TICK_MS = 10;

let line = null;
let said = 0;
let lines = 0;
const open = () => {
  line = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  line.on('message', (data) => {
    const text = String(data);
    if (text.startsWith('0')) line.send(`40${JSON.stringify({ token })}`);
    else if (text.startsWith('40')) lines += 1;
    else if (text === '2') line.send('3');
  });
  // whoever floods comes again as soon as they are cut
  line.on('close', open);
  line.on('error', () => {});
};
open();
const timer = setInterval(() => {
  if (line.readyState !== WebSocket.OPEN) return;
  for (let at = 0; at < (perSecond * TICK_MS) / 1_000; at += 1) line.send(frame);
  said += (perSecond * TICK_MS) / 1_000;
}, TICK_MS);
parentPort.once('message', () => {
  clearInterval(timer);
  line.removeAllListeners('close').terminate();
  parentPort.postMessage({ said, lines });
});
