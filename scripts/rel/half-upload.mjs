// An upload in two halves, over a line of its own, so that something can happen in between.
import { once } from 'node:events';
import { connect } from 'node:net';

/** The last status that came: one that says to go on comes before. */
const statusOf = (answer) => Number([...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].at(-1)?.[1] ?? NaN) || null;

/** Sends the first half, once the server has taken the call up. @returns what sends the rest, and resolves to the answer's status; null when the line was cut. */
export const halfUpload = async (url, token, { name = 'pe drum.txt', fields = {}, bytes = 60_000 } = {}) => {
  const { hostname, port } = new URL(url);
  const parts = Object.entries(fields).map(
    ([field, value]) => `--b\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n${'a'.repeat(bytes)}`;
  const rest = `${'b'.repeat(bytes)}\r\n--b--\r\n`;
  const socket = connect(Number(port), hostname);
  let answer = '';
  const closed = new Promise((resolve) => {
    socket.on('data', (data) => (answer += data));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(statusOf(answer)));
  });
  socket.write(
    'POST /api/files/upload HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\n' +
      `Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${Buffer.byteLength(head + rest)}\r\n\r\n`,
  );
  await Promise.race([once(socket, 'data'), closed]);
  await new Promise((resolve) => socket.write(head, resolve));
  return () => {
    socket.write(rest);
    return closed;
  };
};
