import type { Letter } from '@dosar/kernel';
import { en, ro, type Language } from '@dosar/contracts';

type Kind = 'invitation' | 'reset' | 'sign_in' | 'changed';

const escaped = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter]!,
  );

/** The console's colours as inline styles: mail programs read no style sheets. */
const STYLE = {
  page: 'margin:0;padding:24px;background:#f4f3ef;font-family:Georgia,serif;color:#22302c',
  sheet: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dddacf;border-radius:8px',
  text: 'margin:0 0 16px;font:16px/1.5 Arial,Helvetica,sans-serif',
  button:
    'display:inline-block;padding:12px 20px;background:#17594a;color:#ffffff;border-radius:6px;text-decoration:none;font:bold 16px Arial,Helvetica,sans-serif',
  small: 'margin:16px 0 0;font:13px/1.5 Arial,Helvetica,sans-serif;color:#5c6b66',
} as const;

/** A letter in the reader's language, as plain text and as a page. null when the address was erased. */
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
  const paragraph = (text: string, style: string = STYLE.text) => `<p style="${style}">${text}</p>`;
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
    html: `<!doctype html><html lang="${language}"><body style="${STYLE.page}"><div style="${STYLE.sheet}">${html.join('')}</div></body></html>`,
  };
};
