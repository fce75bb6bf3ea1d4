import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { smtpMail } from '@dosar/adapters/mail/nodemailer';
import { aFirm, aGateway, later, memoryPorts } from '../../testing/gateway';
import { becomes } from '../../testing/sockets';

/** A mail server that refuses one address for now. */
const aMailServer = async () => {
  const received = [] as string[];
  const refused = { address: '', times: 0 };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onRcptTo({ address }, _, done) {
      if (address !== refused.address) return done();
      refused.times += 1;
      return done(Object.assign(new Error('the mailbox is full'), { responseCode: 452 }));
    },
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        received.push(...envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return { url, received, refused, close: () => server.close(() => undefined) };
};

describe('a letter whose address is refused for now', () => {
  it('waits for itself: those behind it go on, and it comes once its address is taken', async () => {
    const { url, received, refused, close } = await aMailServer();
    const gateway = await aGateway({}, { ...memoryPorts(), mail: smtpMail(url, 'Dosar <dosar@firma.test>') });
    const { bakery, mill } = await aFirm(gateway);
    const full = bakery.user.email!;
    const other = mill.user.email!;
    received.length = 0;
    refused.address = full;
    const forgets = (email: string) => gateway.anonymous('post', '/auth/forgot-password', { email }).expect(202);
    await forgets(full);
    await becomes(() => refused.times, 1);
    await forgets(other);
    await becomes(() => received, [other]);
    refused.address = '';
    await later(61_000, () => becomes(() => received, [other, full]));
    expect(refused.times).toBe(1);
    await gateway.close();
    close();
  });
});
