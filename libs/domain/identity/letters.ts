import type { Letter } from '@dosar/kernel';
import { en, ro, type Language } from '@dosar/contracts';
import { escaped, letterPage, paragraph, STYLE } from '../letter-page';

type Kind = 'invitation' | 'reset' | 'sign_in' | 'changed';

/** A letter in the reader's language, as plain text and as HTML. null when the address was erased. */
export const letterOf = (
  kind: Kind,
  {
    name,
    email,
    language,
  }: { readonly name: string | null; readonly email: string | null; readonly language: Language },
  url: string | null,
): Letter | null => {
  if (email === null) return null;
  const { letters } = language === 'en' ? en : ro;
  const { subject, body } = letters[kind];
  const greeting = name === null ? letters.nameless : letters.greeting.replace('{{name}}', () => name);
  const link = kind === 'changed' || url === null ? null : { ...letters[kind], url };
  const text = [greeting, body, ...(link ? [`${link.action}: ${link.url}`, link.until] : []), letters.ignore];
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
    paragraph(escaped(letters.ignore), STYLE.small),
  ];
  return {
    to: email,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: letterPage(language, html),
  };
};
