/** @jest-environment ./testing/browser.cjs */
import { Badge, Drawer, Menu, Modal, Select, Tooltip } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../../testing/screen';

describe('what all screens have in common', () => {
  it('lets the page stand as it is behind a dialog', async () => {
    await show(
      <Modal opened onClose={() => {}} title="Unu">
        text
      </Modal>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Unu' });
    expect(dialog.closest('[data-centered]')).not.toBeNull();
    expect(document.body.dataset['scrollLocked']).toBeUndefined();
  });

  it.each([
    ['a drawer', Drawer],
    ['a dialog of parts', Modal.Root],
    ['a drawer of parts', Drawer.Root],
  ])('lets it stand behind %s, too', async (_, Shell) => {
    await show(
      <Shell opened onClose={() => {}}>
        text
      </Shell>,
    );
    await waitFor(() => expect(screen.getByText('text')).toBeTruthy());
    expect(document.body.dataset['scrollLocked']).toBeUndefined();
  });

  it('points at what it explains', async () => {
    await show(
      <Tooltip label="explicație" opened>
        <button type="button">x</button>
      </Tooltip>,
    );
    expect((await screen.findByRole('tooltip')).querySelector('.mantine-Tooltip-arrow')).not.toBeNull();
  });

  it('has nothing in a menu but what can be chosen', async () => {
    const { person } = await show(
      <Menu>
        <Menu.Target>
          <button type="button">meniu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Unu</Menu.Item>
        </Menu.Dropdown>
      </Menu>,
    );
    await person.click(screen.getByRole('button'));
    const menu = await screen.findByRole('menu');
    await screen.findByRole('menuitem', { name: 'Unu' });
    expect([...menu.children].map((each) => each.getAttribute('role'))).toEqual(['menuitem']);
  });

  it('writes on a light colour in the dark one', async () => {
    await show(
      <>
        <Badge color="yellow.2">deschis</Badge>
        <Select label="s" data={[]} />
      </>,
    );
    const badge = screen.getByText('deschis').closest<HTMLElement>('.mantine-Badge-root')!;
    expect(badge.style.getPropertyValue('--badge-color')).toContain('black');
  });

  it('moves little for those who want it so', async () => {
    await show(<p>x</p>);
    expect(document.documentElement.dataset['respectReducedMotion']).toBe('true');
  });
});
