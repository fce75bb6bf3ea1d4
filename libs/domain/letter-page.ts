import { linksIn, type Language } from '@dosar/contracts';

export const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[letter]!,
  );

/** What somebody wrote as HTML, with its links and addresses. */
export const linked = (text: string): string => {
  let html = '';
  let at = 0;
  for (const { from, to, href } of linksIn(text)) {
    const link = `<a href="${escaped(href)}" rel="noopener noreferrer nofollow">${escaped(text.slice(from, to))}</a>`;
    html += escaped(text.slice(at, from)) + link;
    at = to;
  }
  return html + escaped(text.slice(at));
};

/** The console's colours as inline styles: mail programs read no style sheets. */
export const STYLE = {
  page: 'margin:0;padding:24px;background:#f4f3ef;font-family:Georgia,serif;color:#22302c',
  sheet: 'max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dddacf;border-radius:8px',
  firm: 'margin:0 0 24px;padding:0 0 12px;border-bottom:3px solid #e0a93a;font:bold 18px/1.4 Arial,Helvetica,sans-serif;color:#17594a',
  text: 'margin:0 0 16px;font:16px/1.5 Arial,Helvetica,sans-serif',
  button:
    'display:inline-block;padding:12px 20px;background:#17594a;color:#ffffff;border-radius:6px;text-decoration:none;font:bold 16px Arial,Helvetica,sans-serif',
  link: 'color:#17594a;font-weight:bold',
  small: 'margin:16px 0 0;font:13px/1.5 Arial,Helvetica,sans-serif;color:#5c6b66',
} as const;

export const paragraph = (html: string, style: string = STYLE.text): string => `<p style="${style}">${html}</p>`;

/** A letter as an HTML page, headed by the firm that it is about: people know their firm, and not Dosar. */
export const letterPage = (language: Language, html: readonly string[], firm: string | null = null): string => {
  const head = firm === null ? '' : paragraph(escaped(firm), STYLE.firm);
  return `<!doctype html><html lang="${language}"><body style="${STYLE.page}"><div style="${STYLE.sheet}">${head}${html.join('')}</div></body></html>`;
};
