/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { aServer, show } from '../../../testing/screen';
import { MessageText } from './message-text';

it('a link in a message is a link, says nothing of whence it is followed, and is never fetched', async () => {
  const asked = aServer({});
  const text = 'Vedeți https://anaf.ro/a?b=1 (și http://x.test/y), nu javascript:alert(1).';
  await show(<MessageText text={text} names={[]} />);
  const links = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ href }) => href)).toEqual(['https://anaf.ro/a?b=1', 'http://x.test/y']);
  for (const link of links) expect([link.rel, link.target]).toEqual(['noopener noreferrer nofollow', '_blank']);
  expect(document.body.textContent).toContain('y), nu javascript:alert(1).');
  expect(document.querySelector('img, iframe, object')).toBeNull();
  expect(asked).toEqual([]);
});

it('P23: a link has its own brackets and none of the sentence, and an address opens a letter', async () => {
  await show(
    <MessageText
      text="„https://ro.test/Sibiu_(oraș)” (sau www.ro.test/b). Scrieți la ana@firma.ro, @Ana Pop!"
      names={['Ana Pop']}
    />,
  );
  const links = screen.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'https://ro.test/Sibiu_(oraș)',
    'www.ro.test/b',
    'ana@firma.ro',
  ]);
  expect(links.map(({ target }) => target)).toEqual(['_blank', '_blank', '']);
  expect(links[2]!.href).toBe('mailto:ana@firma.ro');
  expect(document.querySelector('strong')).toHaveProperty('textContent', '@Ana Pop');
  expect(document.body.textContent).toContain('oraș)” (sau www.ro.test/b). Scrieți la ana@firma.ro, @Ana Pop!');
});
