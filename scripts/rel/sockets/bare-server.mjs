// socket.io with nothing around it: what is posted is told to all.
import { createServer } from 'node:http';
import { Server } from 'socket.io';

const server = createServer((asked, answer) => {
  const parts = [];
  asked.on('data', (part) => parts.push(part));
  asked.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString());
    io.to('room').emit('message:new', body);
    answer.setHeader('content-type', 'application/json').end('{}');
  });
});
const io = new Server(server, { transports: ['websocket'] });
io.on('connection', (socket) => void socket.join('room'));
server.listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready in no time'));
