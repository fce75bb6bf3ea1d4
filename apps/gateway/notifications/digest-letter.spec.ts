import type { Language, Notification } from '@dosar/contracts';
import { digestLetter } from './digest-letter';

const said = (body: string, firms: readonly (string | null)[] = [null], language: Language = 'ro') => {
  const told = { title: 'Mesaj nou de la Ana', body, link: '/chat/1' } as Notification;
  const reader = { name: 'Dan', email: 'dan@firma.ro', language, firm: 'Contab Expert SRL' } as const;
  const unsubscribe = { oneClick: 'https://dosar.test/u', page: 'https://dosar.test/p' };
  return digestLetter(reader, {
    told: firms.map(() => told),
    firms,
    publicUrl: 'https://dosar.test',
    unsubscribe,
    id: 'x',
  });
};

it('a letter has links and addresses as a message has them, and nothing else of it is HTML', () => {
  const { html, text } = said('„https://ro.test/Sibiu_(oraș)?a=1&b=2” <b>ana@firma.ro</b>.');
  expect(html).toContain(
    '„<a href="https://ro.test/Sibiu_(oraș)?a=1&amp;b=2" rel="noopener noreferrer nofollow">https://ro.test/Sibiu_(oraș)?a=1&amp;b=2</a>” &lt;b&gt;<a href="mailto:ana@firma.ro"',
  );
  expect(html).not.toContain('<b>');
  expect(text).toContain('„https://ro.test/Sibiu_(oraș)?a=1&b=2” <b>ana@firma.ro</b>.');
});

it('a link that was cut leads nowhere', () =>
  expect(said('vezi https://ro.test/a…').html).not.toContain('href="https://ro.test'));

it('is headed by the firm, and has one button, whatever it tells of', () => {
  const { html } = said('Mai lipsește un bon.');
  expect(html!).toMatch(/^<!doctype html>.*?<p style="[^"]*">Contab Expert SRL<\/p>/);
  const buttons = [...html!.matchAll(/<a href="([^"]*)" style="display:inline-block[^"]*">/g)];
  expect(buttons.map(([, href]) => href)).toEqual(['https://dosar.test/chat/1']);
  // nothing of it has the colour that a mail program gives to links
  expect(html).toContain('<a href="https://dosar.test/chat/1" style="color:#17594a');
});

it('a letter names the firm that it is about; of several each thing names its own', () => {
  const one = said('Bună', ['Conta & Fiii SRL', 'Conta & Fiii SRL']);
  expect(one.text).toContain('firma de contabilitate Conta & Fiii SRL.');
  expect(one.html).toContain('firma de contabilitate Conta &amp; Fiii SRL.');
  expect(said('Hi', ['Conta SRL'], 'en').text).toContain('the accounting firm Conta SRL.');
  const two = said('Bună', ['Conta SRL', 'Alt Birou SRL', null]).text;
  expect(two).toContain('Conta SRL: Mesaj nou de la Ana');
  expect(two).toContain('Alt Birou SRL: Mesaj nou de la Ana');
  expect(two).not.toContain('firma de contabilitate');
  expect(said('Bună').text).not.toContain('firma de contabilitate');
});
