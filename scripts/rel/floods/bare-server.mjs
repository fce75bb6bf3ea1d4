// The least that could be done with a flood: everything but the health is answered with 400.
import { createServer } from 'node:http';

const server = createServer((asked, answer) => {
  answer.statusCode = asked.url === '/api/health/live' ? 200 : 400;
  asked.resume();
  answer.end('{}');
});
server.on('upgrade', (_asked, socket) => {
  socket.on('error', () => {});
  socket.write('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  socket.destroySoon();
});
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
