import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { Link2, Send } from 'lucide-react';
import type { Me, User } from '@dosar/contracts';
import { momentOf } from '../../platform/format';
import { toasts } from '../../platform/toasts';
import { CopyButton } from '../../ui/copy-button';
import { NoMailNote } from '../../ui/forms/no-mail-note';
import { Section } from '../../ui/forms/section';
import { inviteAgain, showInvitationLink } from './users.mutations';
import { LanguageChoice } from './user.form';

type Props = { readonly user: User; readonly sentAt: string; readonly me: Pick<Me, 'mail_server'> };

/** An invitation that was not followed yet can be sent again. */
export const InvitationSection = ({ user, sentAt, me }: Props) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation(inviteAgain());
  const [language, setLanguage] = useState(user.preferences.language);
  const send = () =>
    mutate(
      { params: { id: user.id }, body: { language } },
      {
        onSuccess: () => {
          const title = t(me.mail_server ? 'user.resent' : 'user.renewed', { email: user.email });
          toasts.show({ type: 'success', title });
        },
      },
    );
  return (
    <Section
      title={t('user.pending')}
      hint={t(me.mail_server ? 'user.pendingHint' : 'user.pendingUnsent', { at: momentOf(sentAt) })}
    >
      <NoMailNote me={me} />
      <Group gap={10} align="flex-end" data-wide>
        <LanguageChoice language={language} onChoose={setLanguage} />
        <Button variant="default" size="md" leftSection={<Send size={16} />} loading={isPending} onClick={send}>
          {t(me.mail_server ? 'user.resend' : 'user.renew')}
        </Button>
      </Group>
      <InvitationLink user={user} />
    </Section>
  );
};

/** For whoever hands the invitation over by other means than a letter. */
const InvitationLink = ({ user: { id, invited_at } }: Pick<Props, 'user'>) => {
  const { t } = useTranslation();
  const { mutate, isPending, data } = useMutation(showInvitationLink());
  // another invitation has another link
  const [shownFor, setShownFor] = useState<string | null>(null);
  const shown = shownFor === invited_at ? data : undefined;
  const show = () => mutate({ params: { id } }, { onSuccess: () => setShownFor(invited_at) });
  if (!shown)
    return (
      <div data-wide>
        <Button variant="default" leftSection={<Link2 size={16} />} loading={isPending} onClick={show}>
          {t('user.showLink')}
        </Button>
      </div>
    );
  return (
    <Stack gap={8} align="flex-start" data-wide>
      <TextInput
        size="md"
        w="100%"
        label={t('user.link')}
        description={t('user.linkHint', { until: momentOf(shown.valid_until) })}
        value={shown.link}
        readOnly
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={shown.link} label={t('user.copyLink')} />
    </Stack>
  );
};
