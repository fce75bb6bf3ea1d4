import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { toasts } from '../../platform/toasts';
import { Page } from '../page';
import { BackLink, type ListPath } from './back-link';
import { EntryForm, type FormProps, type Values } from './entry-form';

type Props<V extends Values> = FormProps<V> & {
  /** The window's title. */
  readonly page: string;
  readonly title: string;
  /** The path of the list. */
  readonly list: ListPath;
  readonly back: string;
  readonly action: string;
  /** @returns its id, and the message. @throws Refused, Unreachable */
  readonly create: (values: V) => Promise<{ readonly id: string; readonly made: string }>;
};

/** The screen that creates a thing, and then opens it. */
export const NewPage = <V extends Values>(props: Props<V>) => {
  const { page, title, list, back, action, form, create, children } = props;
  const navigate = useNavigate();
  useDocumentTitle(page);
  const send = async (values: V) => {
    const { id, made } = await create(values);
    toasts.show({ type: 'success', title: made });
    await navigate({ to: `${list}/$id`, params: { id }, ignoreBlocker: true });
  };
  return (
    <Page title={title} back={<BackLink to={list} label={back} />}>
      <EntryForm form={form} send={send} action={action} isNew>
        {children}
      </EntryForm>
    </Page>
  );
};
