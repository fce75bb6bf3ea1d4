import { useDocumentTitle } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { toasts } from '../../platform/toasts';
import { Page } from '../page';
import { BackLink, type ListPath } from './back-link';
import { EntryForm, type FormProps, type Values } from './entry-form';

type Props<V extends Values> = FormProps<V> & {
  /** What the window is called. */
  readonly page: string;
  readonly title: string;
  /** Where it is listed once it is made. */
  readonly list: ListPath;
  readonly back: string;
  readonly action: string;
  /** @returns which it is, and the sentence for it. @throws Refused, Unreachable */
  readonly create: (values: V) => Promise<{ readonly id: string; readonly made: string }>;
};

/** The screen that makes one thing, and then leads to it. */
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
