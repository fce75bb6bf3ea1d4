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
