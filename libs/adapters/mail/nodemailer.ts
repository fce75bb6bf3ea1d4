import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { newId, Unavailable, type Mail } from '@dosar/kernel/runtime';

/** Messages as .eml files, newest last by name: what an installation without a mail server has instead. */
export const emlMail = (folder: string, from: string): Mail => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(letter) {
      await mkdir(folder, { recursive: true });
      const { message } = await transport.sendMail({ from, ...letter });
      await writeFile(join(folder, `${newId()}.eml`), message as Buffer, { mode: 0o600 });
    },
    close: async () => transport.close(),
  };
};

/** Messages handed to a mail server. @throws Unavailable when it does not take one. */
export const smtpMail = (url: string, from: string): Mail => {
  const transport = createTransport(url, { from });
  return {
    async send(letter) {
      try {
        await transport.sendMail(letter);
      } catch (error) {
        throw new Unavailable(`the mail server: ${(error as Error).message}`);
      }
    },
    close: async () => transport.close(),
  };
};
