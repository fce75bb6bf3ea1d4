import type { Language, Notification } from '@dosar/contracts';
import { en, ro } from '@dosar/contracts';
import type { Letter } from '@dosar/kernel/runtime';
import { escaped, letterPage, linked, paragraph, STYLE } from '@dosar/domain/letter-page';
import { firmLine } from '@dosar/domain/identity/letters';
import { notificationText } from '../platform/http/texts';

export type Reader = {
  readonly name: string | null;
  readonly email: string;
  readonly language: Language;
  /** The firm that they work for, or whose client they are; null: none. */
  readonly firm: string | null;
};

type Parts = {
  readonly told: readonly Notification[];
  /** Of each of them, the firm that it is about, if that is known. */
  readonly firms: readonly (string | null)[];
  /** No slash at its end. */
  readonly publicUrl: string;
  /** Unsubscribe links: for mail programs, and the page for people. */
  readonly unsubscribe: { readonly oneClick: string; readonly page: string };
  readonly id: string;
};

/** All due notifications of a person in one letter, each with its link. */
export const digestLetter = (
  { name, email, language, firm }: Reader,
  { told, firms, publicUrl, unsubscribe, id }: Parts,
): Letter => {
  const say = (key: 'subject' | 'intro' | 'action' | 'why' | 'end', values = {}) =>
    notificationText(language, `letter.${key}`, values);
  const { letters } = language === 'en' ? en : ro;
  const greeting = name === null ? letters.nameless : letters.greeting.replace('{{name}}', () => name);
  const settings = `${publicUrl}/settings/notifications`;
  const all = [...new Set(firms)];
  const of = all.length === 1 ? firmLine(language, all[0]!) : null;
  const items = told.map(({ title, body, link }, at) => {
    // of several firms each thing names its own
    const its = all.length === 1 ? null : (firms[at] ?? null);
    return { title: its === null ? title : `${its}: ${title}`, body, url: `${publicUrl}${link}` };
  });
  const text = [
    greeting,
    say('intro'),
    ...items.map(({ title, body, url }) => [title, ...(body === '' ? [] : [body]), url].join('\n')),
    ...(of === null ? [] : [of]),
    `${say('why')}\n${settings}\n\n${say('end')}\n${unsubscribe.page}`,
  ];
  const item = ({ title, body, url }: (typeof items)[number]) =>
    `<a href="${escaped(url)}" style="${STYLE.link}">${escaped(title)}</a>${body === '' ? '' : `<br>${linked(body)}`}`;
  // one button: to what there is, or to the list of all of it
  const place = items.length === 1 ? items[0]!.url : `${publicUrl}/notifications`;
  const html = [
    paragraph(escaped(greeting)),
    paragraph(escaped(say('intro'))),
    ...items.map((each) => paragraph(item(each))),
    paragraph(`<a href="${escaped(place)}" style="${STYLE.button}">${escaped(say('action'))}</a>`),
    ...(of === null ? [] : [paragraph(escaped(of), STYLE.small)]),
    paragraph(`${escaped(say('why'))}<br><a href="${escaped(settings)}">${escaped(settings)}</a>`, STYLE.small),
    paragraph(`<a href="${escaped(unsubscribe.page)}">${escaped(say('end'))}</a>`, STYLE.small),
  ];
  return {
    to: email,
    id,
    unsubscribe: unsubscribe.oneClick,
    // a line break in a name could begin another header
    subject: say('subject', { count: told.length, title: told[0]?.title ?? '' }).replace(/\s+/gu, ' '),
    text: `${text.join('\n\n')}\n`,
    html: letterPage(language, html, firm),
  };
};
