import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { LetterRefused, newId, Unavailable, type Letter, type Mail } from '@dosar/kernel/runtime';

/** Timeouts after which a mail server counts as unavailable. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const;

/** Marks letters as automatic, so that out-of-office replies are not sent for them. */
const messageOf = ({ id, unsubscribe, ...letter }: Letter) => ({
  ...letter,
  ...(id !== undefined && { messageId: `<${id}@dosar>` }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
});

/** The address of the server, with default timeouts. */
const patient = (address: string): string => {
  const url = new URL(address);
  for (const [name, ms] of Object.entries(PATIENCE))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  return url.href;
};

/** Writes letters as .eml files whose names sort by time, for an installation without a mail server. */
export const emlMail = (folder: string, from: string): Mail => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(letter) {
      await mkdir(folder, { recursive: true });
      const { message } = await transport.sendMail({ from, ...messageOf(letter) });
      await writeFile(join(folder, `${newId()}.eml`), message as Buffer, { mode: 0o600 });
    },
    close: async () => transport.close(),
  };
};

type SmtpError = Error & { readonly command?: string; readonly responseCode?: number };

/** An error about the recipient concerns this letter only; all others concern the server, or how it is used. */
const failureOf = ({ message, command, responseCode = 0 }: SmtpError): Error =>
  command === 'RCPT TO' && responseCode >= 400
    ? new LetterRefused(`the mail server refuses the address: ${responseCode}`, responseCode < 500)
    : new Unavailable(`the mail server: ${message}`);

/** Sends letters by a mail server. @throws Unavailable when it accepts none; LetterRefused when it refuses that address */
export const smtpMail = (url: string, from: string): Mail => {
  const transport = createTransport(patient(url), { from });
  return {
    async send(letter) {
      try {
        await transport.sendMail(messageOf(letter));
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
    close: async () => transport.close(),
  };
};
