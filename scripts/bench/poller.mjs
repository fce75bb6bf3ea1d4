// Asks /api/health/live every 20 ms in a process of its own and says how long the answers took: to the one who sends a name,
// of the time since the name before. `first`: milliseconds from its own start to the first answer.
import { get } from 'node:http';

const [url] = process.argv.slice(2);
let times = [];
let first = null;
const ask = () => {
  const began = performance.now();
  const asked = get(`${url}/api/health/live`, (answer) =>
    answer.resume().on('end', () => {
      first ??= performance.now();
      times.push(performance.now() - began);
    }),
  );
  asked.on('error', () => undefined); // not there yet, or no more
};
setInterval(ask, 20);
// whoever asked is gone
process.on('disconnect', () => process.exit());
process.on('message', () => {
  const sorted = times.sort((a, b) => a - b);
  times = [];
  process.send({
    first,
    count: sorted.length,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? null,
    max: sorted.at(-1) ?? null,
  });
});
