import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Unavailable } from '@dosar/kernel/runtime';
import { aFolder } from '../testing/folder';
import { emlMail, smtpMail } from './nodemailer';

const letter = { to: 'ana@brutaria.ro', subject: 'Bun venit în Dosar, Țăran!', text: 'Salut', html: '<p>Salut</p>' };

describe('mail as files', () => {
  it('writes one message a letter, with both parts', async () => {
    const { folder, remove } = await aFolder();
    const mail = emlMail(join(folder, 'mail'), 'Dosar <dosar@localhost>');
    await mail.send(letter);
    await mail.send({ ...letter, to: 'ion@brutaria.ro' });
    const names = (await readdir(join(folder, 'mail'))).sort();
    const messages = await Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')));
    expect(names.every((name) => name.endsWith('.eml'))).toBe(true);
    expect(messages.map((message) => /^To: (.*)$/m.exec(message)?.[1]?.trim())).toEqual([
      'ana@brutaria.ro',
      'ion@brutaria.ro',
    ]);
    expect(messages[0]).toContain('multipart/alternative');
    await mail.close();
    await remove();
  });
});

describe('mail by a server', () => {
  /** A minimal mail server that records what it receives. */
  const aServer = async (): Promise<{ server: Server; url: string; heard: string[] }> => {
    const heard: string[] = [];
    const server = createServer((socket: Socket) => {
      let inMessage = false;
      socket.write('220 spec\r\n');
      socket.on('data', (data) => {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          heard.push(line);
          if (inMessage) {
            if (line !== '.') continue;
            inMessage = false;
          }
          if (line === 'DATA') inMessage = true;
          const [, refused] = /^RCPT TO:<refuzat(\d+)@/.exec(line) ?? [];
          if (refused) socket.write(`${refused} not to them\r\n`);
          else socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      });
    });
    await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
    return { server, heard, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };

  it('hands a letter over to one recipient', async () => {
    const { server, heard, url } = await aServer();
    const mail = smtpMail(url, 'Dosar <dosar@localhost>');
    await mail.send(letter);
    expect(heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ana@brutaria.ro>']);
    expect(heard.filter((line) => line.startsWith('MAIL'))).toEqual(['MAIL FROM:<dosar@localhost>']);
    await mail.close();
    server.close();
  });

  it.each([
    [550, false],
    [450, true],
  ])('says so when that address is refused: %i', async (code, isForNow) => {
    const { server, url } = await aServer();
    const mail = smtpMail(url, 'Dosar <dosar@localhost>');
    const sent = mail.send({ ...letter, to: `refuzat${code}@brutaria.ro` });
    await expect(sent).rejects.toMatchObject({ name: 'LetterRefused', isForNow });
    await mail.send(letter);
    await mail.close();
    server.close();
  });

  it('says so when there is no server', async () => {
    const mail = smtpMail('smtp://127.0.0.1:1', 'Dosar <dosar@localhost>');
    await expect(mail.send(letter)).rejects.toThrow(Unavailable);
    await mail.close();
  });
});
