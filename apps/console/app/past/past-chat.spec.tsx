/** @jest-environment ./testing/browser.cjs */
import { screen } from '@testing-library/react';
import { aConversation, aMessage, ana, anAttachment, OPEN_CONVERSATION, signIn } from '../../testing/conversation';
import { aFile } from '../../testing/drive';
import { show } from '../../testing/screen';
import { FormerAttachmentDialog } from '../../features/files/past/former-attachment.dialog';
import { PastChat } from '../../features/chat/past/past-chat';

const attachment = anAttachment(77, 'contract.txt');
const id = attachment.file_id;
const then = { at: '7' };

const opened = async (answers: Parameters<typeof aConversation>[2]) => {
  signIn();
  const asked = aConversation([aMessage(1, 'Contractul', { attachments: [attachment] })], {}, answers);
  const { person } = await show(
    <PastChat
      user={ana}
      conversationId={OPEN_CONVERSATION}
      then={then}
      lookAt={(id, onClose) => <FormerAttachmentDialog id={id} then={then} onClose={onClose} />}
    />,
  );
  await person.click(await screen.findByRole('button', { name: 'Deschide contract.txt' }));
  return { asked, person };
};

describe('a document that came with a message of then', () => {
  it('is looked at as it was then, and the keys go back to it', async () => {
    const file = aFile(id, 'contract.txt');
    const { asked, person } = await opened({
      [`GET /files/${id}`]: () => ({ file, at: { position: '7', time: file.created_at } }),
      [`GET /files/${id}/preview`]: () => ({ url: '/api/files/content/x', kind: 'none' }),
      [`GET /files/${id}/notes`]: () => ({ notes: [] }),
    });
    await screen.findByRole('dialog', { name: 'contract.txt' });
    const read = asked.filter((each) => each.includes(id));
    expect(read.length).toBeGreaterThan(1);
    expect(read.filter((each) => !each.includes('thumbnail') && !each.endsWith('?at=7'))).toEqual([]);
    await person.keyboard('{Escape}');
    expect(document.activeElement?.getAttribute('data-file')).toBe(id);
  });

  it('that lay in the trash says so', async () => {
    const refusal = { error: 'Nu există', code: 'NOT_FOUND', correlation_id: 'x' };
    await opened({ [`GET /files/${id}`]: () => Response.json(refusal, { status: 404 }) });
    await screen.findByText('Nu există');
  });
});
