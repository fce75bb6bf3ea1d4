import type { Letter } from '@dosar/kernel';
import { en, ro, type Language, type Role } from '@dosar/contracts';
import { escaped, letterPage, paragraph, STYLE } from '../letter-page';

type Letters = (typeof ro)['letters'];
type Kind = 'invitation' | 'reset' | 'sign_in' | 'changed';

type Reader = { readonly name: string | null; readonly email: string | null; readonly language: Language };

/** Who made an account, and for whom, as far as that is known. */
export type Inviter = { readonly role: Role | null; readonly by: string | null; readonly firm: string | null };

/** Names stand on one line: a break in one would begin another line of the letter, or another header. */
const filled = (text: string, { by, firm }: Inviter): string =>
  text.replace(/{{(by|firm)}}/g, (_, name: 'by' | 'firm') => ((name === 'by' ? by : firm) ?? '').replace(/\s+/gu, ' '));

/** What an invitation says of itself: who writes, for which firm, and what the account is for. */
const invitationOf = ({ invitation }: Letters, inviter: Inviter): { subject: string; body: string } => {
  const { by, firm, role } = inviter;
  const who = by === null ? (firm === null ? 'made' : 'made_firm') : firm === null ? 'made_by' : 'made_by_firm';
  const made = filled(invitation[who], inviter);
  return {
    subject: firm === null ? invitation.subject : filled(invitation.subject_firm, inviter),
    body: [made, ...(role === null ? [] : [invitation.roles[role]]), invitation.begin].join(' '),
  };
};

/** Whose portal it is; null where that is not known. */
export const firmLine = (language: Language, firm: string | null): string | null =>
  firm === null ? null : filled((language === 'en' ? en : ro).letters.firm, { role: null, by: null, firm });

const NOBODY: Inviter = { role: null, by: null, firm: null };

/** A letter in the reader's language, as plain text and as HTML. null when the address was erased. */
export const letterOf = (
  kind: Kind,
  { name, email, language }: Reader,
  url: string | null,
  inviter = NOBODY,
): Letter | null => {
  if (email === null) return null;
  const { letters } = language === 'en' ? en : ro;
  const { subject, body } = kind === 'invitation' ? invitationOf(letters, inviter) : letters[kind];
  const greeting = name === null ? letters.nameless : letters.greeting.replace('{{name}}', () => name);
  // an invitation says it where it says who writes
  const of = kind === 'invitation' ? null : firmLine(language, inviter.firm);
  const link = kind === 'changed' || url === null ? null : { ...letters[kind], url };
  const text = [
    greeting,
    body,
    ...(link ? [`${link.action}: ${link.url}`, link.until] : []),
    ...(of === null ? [] : [of]),
    letters.ignore,
  ];
  const html = [
    paragraph(escaped(greeting)),
    paragraph(escaped(body)),
    ...(link
      ? [
          paragraph(`<a href="${escaped(link.url)}" style="${STYLE.button}">${escaped(link.action)}</a>`),
          paragraph(escaped(link.until)),
          paragraph(`${escaped(letters.link)}<br>${escaped(link.url)}`, STYLE.small),
        ]
      : []),
    ...(of === null ? [] : [paragraph(escaped(of), STYLE.small)]),
    paragraph(escaped(letters.ignore), STYLE.small),
  ];
  return {
    to: email,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: letterPage(language, html, inviter.firm),
  };
};
