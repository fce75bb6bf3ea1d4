/** @jest-environment ./testing/browser.cjs */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Message } from '@dosar/contracts';
import { aConversation, aMessage, ana, ANA, ELENA, OPEN_CONVERSATION, signIn } from '../../../testing/conversation';
import { show, type Answers } from '../../../testing/screen';
import { ToastList } from '../../../ui/toast-list';
import { ChatScreen } from '../chat.screen';

const asked = aMessage(1, 'Trimiteți extrasul');
const react = `POST /messages/${asked.id}/reactions`;
const takeBack = (emoji: string) => `DELETE /messages/${asked.id}/reactions/${encodeURIComponent(emoji)}`;
const item = () => screen.getByText(asked.text!).closest('li')!;
const chip = (name: string | RegExp) => within(item()).findByRole('button', { name });

const opened = async (message: Message, answers: Answers = {}) => {
  signIn();
  const calls = aConversation([message], {}, answers);
  const { person } = await show(
    <>
      <ChatScreen user={ana} conversationId={OPEN_CONVERSATION} />
      <ToastList />
    </>,
  );
  await screen.findByText(message.deleted ? 'Mesaj șters' : message.text!);
  return { calls, person };
};

describe('reactions to a message', () => {
  it('are chosen with the keys: Tab comes to them, arrows go through them, Escape leaves', async () => {
    const { calls, person } = await opened(asked, { [react]: () => ({ data: asked }) });
    const button = within(item()).getByRole('button', { name: 'Reacționează' });
    button.focus();
    await person.keyboard('{Enter}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('văzut');
    await person.keyboard('{ArrowRight}{Escape}');
    expect(document.activeElement).toBe(button);
    expect(screen.queryByRole('toolbar', { name: 'Reacționează' })).toBeNull();
    await person.keyboard('{Enter}{ArrowRight} ');
    expect(document.activeElement).toBe(button);
    expect((await chip('de acord: Dumneavoastră')).getAttribute('aria-pressed')).toBe('true');
    await waitFor(() => expect(calls).toContain(`POST /api/messages/${asked.id}/reactions`));
  });

  it('are shown with who made them, and taken back by a press', async () => {
    const user_ids = [ELENA, ANA, 'cineva-plecat'] as Message['reactions'][number]['user_ids'];
    const seen = { ...asked, reactions: [{ emoji: '✅' as const, user_ids }] };
    const { person } = await opened(seen, { [takeBack('✅')]: () => ({}) });
    await person.click(await chip('văzut: Dumneavoastră, Elena Dumitrescu, încă o persoană'));
    const left = await chip('văzut: Elena Dumitrescu, încă o persoană');
    expect(left.getAttribute('aria-pressed')).toBe('false');
    expect(left.textContent).toBe('✅2');
  });

  it('are there at once, and are as before with a reason when they cannot be saved', async () => {
    let refuse = () => {};
    const refusal = {
      error: 'Acest mesaj a primit prea multe reacții',
      code: 'VALIDATION_FAILED',
      correlation_id: 'x',
    };
    const waits = new Promise<Response>((answer) => {
      refuse = () => answer(Response.json(refusal, { status: 422 }));
    });
    const { person } = await opened(asked, { [react]: () => waits });
    await person.click(within(item()).getByRole('button', { name: 'Reacționează' }));
    await person.click(within(item()).getByRole('button', { name: 'văzut' }));
    await chip('văzut: Dumneavoastră');
    refuse();
    await screen.findByText(/prea multe reacții/);
    await waitFor(() => expect(within(item()).queryByRole('button', { name: 'văzut: Dumneavoastră' })).toBeNull());
  });

  it('are offered where a finger stays, and gone when it taps elsewhere', async () => {
    await opened(asked);
    const text = screen.getByText(asked.text!);
    const finger = { pointerType: 'touch', clientX: 5, clientY: 5, bubbles: true };
    fireEvent(text, new PointerEvent('pointerdown', finger));
    await screen.findByRole('toolbar', { name: 'Reacționează' });
    fireEvent.mouseDown(document.body);
    fireEvent.touchStart(document.body);
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Reacționează' })).toBeNull());
  });

  it('are not offered of a deleted message', async () => {
    await opened({ ...asked, text: '', deleted: true });
    expect(screen.queryByRole('button', { name: 'Reacționează' })).toBeNull();
  });
});
