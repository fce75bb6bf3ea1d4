// Sockets beside the calls: right and wrong handshakes, events that nobody may send, and what is heard.
import { io } from 'socket.io-client';

const REFUSED = 'websocket authentication failed';
const MALFORMED = 'malformed handshake';
const ODD = [undefined, null, '', 'x', 1, {}, [], { token: 1 }, '\u0000', 'x'.repeat(10_000)];

/** The share of events that may meet a cut connection. */
const MOST_CUT = 0.02;

const isLarge = (auth) => JSON.stringify(auth).length > 16_000;

const opened = (url, auth, transport) =>
  new Promise((resolve) => {
    const socket = io(url, { auth, transports: [transport], reconnection: false, forceNew: true, timeout: 10_000 });
    socket.once('connect', () => resolve({ socket, said: null }));
    socket.once('connect_error', ({ message }) => resolve({ socket, said: message }));
    // a handshake that is too large is not even answered
    socket.once('disconnect', (reason) => resolve({ socket, said: reason }));
  });

export const socketeer = (url, { events }, report) => {
  const figures = { opened: 0, refused: 0, heard: 0, sent: 0, cut: 0 };
  const fault = (what) => report(`sockets: ${what}`);

  const visit = async (random, world) => {
    const actor = world.anyone(random);
    const isRight = random.chance(0.6);
    const auth = isRight ? { token: actor.token } : { token: random.pick(ODD), since: random.pick(ODD) };
    if (isRight && random.chance(0.5)) auth.since = String(random.below(5_000));
    const transport = random.pick(['websocket', 'polling']);
    const { socket, said } = await opened(url, auth, transport);
    if (said !== null) {
      figures.refused += 1;
      if (isRight) fault(`a right handshake is refused: ${said}`);
      // both are wrong, and either is a true reason
      else if (said !== REFUSED && said !== MALFORMED && !isLarge(auth)) fault(`a wrong handshake is told: ${said}`);
      return void socket.close();
    }
    figures.opened += 1;
    let ended = 'the line is open';
    socket.once('disconnect', (reason) => (ended = reason));
    if (!isRight) fault('a wrong handshake is let in');
    socket.onAny((event, body) => {
      figures.heard += 1;
      const validate = events.get(event);
      if (!validate) fault(`hears ${event}, which is not described`);
      else if (!validate(body)) fault(`hears ${event}: ${JSON.stringify(validate.errors?.[0])}`);
    });
    for (let sent = 0; sent < 3; sent += 1) {
      figures.sent += 1;
      const event = random.pick(['typing', 'files:changed', 'x', 'presence:set', '__proto__', 'session:revoked']);
      const answer = await socket
        .timeout(5_000)
        .emitWithAck(event, random.pick(ODD))
        .catch(() => null);
      // a consumer that leaves too much unread is cut, which long polling learns at its next request
      if (answer === null && transport === 'polling' && ended === 'transport error') figures.cut += 1;
      else if (answer === null) fault(`${event} is not answered: ${ended}`);
      else if (typeof answer?.code !== 'string' || typeof answer.error !== 'string')
        fault(`${event} is answered ${JSON.stringify(answer)}`);
    }
    setTimeout(() => socket.close(), random.below(20_000)).unref();
  };
  const end = () => {
    if (figures.cut > MOST_CUT * figures.sent)
      fault(`${figures.cut} of ${figures.sent} events met a line that was cut`);
  };
  return { figures, visit, end };
};
