/** @jest-environment ./testing/browser.cjs */
import { useRef, useState } from 'react';
import { MantineProvider, Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { Refused } from '../../platform/refusals';
import { show } from '../../testing/screen';
import { theme } from '../theme/theme';
import { ConfirmDialog } from './confirm.dialog';
import { Dialog } from './dialog';

const button = (name: string) => screen.getByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const hasFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
/** Waits until the dialog has the focus. */
const focused = async (name: string) => {
  const shown = await dialog(name);
  await waitFor(() => expect(shown.contains(document.activeElement)).toBe(true));
};

/** A button, and a menu whose item does the same; the dialog may open another one. */
const Asking = () => {
  const [asked, setAsked] = useState<'Unu' | 'Doi' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <button onClick={() => setAsked('Unu')}>deschide</button>
      <Menu>
        <Menu.Target>
          <button>meniu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('Unu')}>deschide din meniu</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'Unu' && (
        <Dialog title="Unu" onClose={close}>
          <button onClick={() => setAsked('Doi')}>mai departe</button>
        </Dialog>
      )}
      {asked === 'Doi' && (
        <ConfirmDialog {...{ title: 'Doi', text: '', action: 'Da' }} onConfirm={async () => {}} onClose={close} />
      )}
    </>
  );
};

/** A message and the dialog before its deletion; then the focus moves to the list. */
const Deleting = () => {
  const [isThere, setThere] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const remove = async () => {
    setThere(false);
    list.current?.focus();
  };
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="mesaje">
        <li>{isThere && <button onClick={() => setAsked(true)}>șterge</button>}</li>
      </ul>
      {isAsked && (
        <ConfirmDialog
          {...{ title: 'Sigur?', text: '', action: 'Da' }}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
};

/** A dialog from which another one is opened, above it. */
const Nested = () => {
  const [isAsked, setAsked] = useState(false);
  return (
    <Dialog title="Unu" onClose={() => {}}>
      <button>altul</button>
      <button onClick={() => setAsked(true)}>deschide</button>
      {isAsked && <Dialog title="Doi" onClose={() => setAsked(false)} />}
    </Dialog>
  );
};

describe('a dialog that asks for confirmation', () => {
  const refusal = (status: number, code?: 'STILL_IN_USE') =>
    new Refused(status, { error: 'Firma are încă doi clienți.', ...(code && { code, correlation_id: 'c-1' }) });
  const refused = async (failure: Error) => {
    const onConfirm = () => Promise.reject(failure);
    const { person } = await show(
      <ConfirmDialog {...{ title: 'Sigur?', text: '', action: 'Da', onConfirm }} onClose={() => {}} />,
    );
    await person.click(button('Da'));
    await screen.findByText('Firma are încă doi clienți.');
    return screen.getAllByRole('button').map(({ textContent }) => textContent);
  };
  it('offers no second try of what the server has decided', async () =>
    expect(await refused(refusal(409, 'STILL_IN_USE'))).not.toContain('Încearcă din nou'));
  it('offers one of what may go well the next time', async () =>
    expect(await refused(refusal(500, 'STILL_IN_USE'))).toContain('Încearcă din nou'));
});

describe('a dialog that is closed', () => {
  it.each(['Esc', 'its button'])('by %s gives the focus back to what opened it', async (by) => {
    const { person } = await show(<Asking />);
    await person.click(button('deschide'));
    await focused('Unu');
    await (by === 'Esc' ? person.keyboard('{Escape}') : person.click(button('Închide')));
    await hasFocus(button('deschide'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['that is gone at once', 'test'],
    ['that fades', 'default'],
  ] as const)('gives it back to the button of a menu %s', async (_, env) => {
    const { person } = await show(
      <MantineProvider theme={theme} env={env}>
        <Asking />
      </MantineProvider>,
    );
    button('meniu').focus();
    await person.keyboard('{Enter}');
    // without layout the library hides what it positions
    const item = await screen.findByRole('menuitem', { hidden: true });
    item.focus();
    await person.keyboard('{Enter}');
    await focused('Unu');
    await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).toBeNull());
    await person.keyboard('{Escape}');
    await hasFocus(button('meniu'));
  });

  it('gives it back to what opened the dialog that it followed', async () => {
    const { person } = await show(<Asking />);
    await person.click(button('deschide'));
    await focused('Unu');
    await person.click(button('mai departe'));
    await focused('Doi');
    await person.click(button('Renunță'));
    await hasFocus(button('deschide'));
  });

  it('gives it back within the dialog below', async () => {
    const { person } = await show(<Nested />);
    await focused('Unu');
    await person.click(button('deschide'));
    await focused('Doi');
    await person.keyboard('{Escape}');
    await hasFocus(button('deschide'));
  });

  it('leaves it where the screen has led it', async () => {
    const { person } = await show(<Deleting />);
    await person.click(button('șterge'));
    await focused('Sigur?');
    await person.click(button('Da'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await hasFocus(screen.getByRole('list', { name: 'mesaje' }));
  });
});
