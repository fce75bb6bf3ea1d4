import { useTranslation } from 'react-i18next';
import { useMutation } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Landmark } from 'lucide-react';
import type { RegisteredCompany } from '@dosar/contracts';
import { useSentence } from '../../../platform/faults';
import { refusedWith } from '../../../platform/refusals';
import { toasts } from '../../../platform/toasts';
import { lookUpCompany } from '../companies.mutations';
import { AnafDialog } from './anaf.dialog';
import { differences, type ClientValues } from './client-values';
import { useUnfinishedState } from '../../../ui/forms/unfinished';
import classes from './anaf.module.css';

type Props = { readonly form: UseFormReturnType<ClientValues>; readonly cui: string };

/** Asks the public register, and shows what it says before anything is taken over. */
export const AnafButton = ({ form, cui }: Props) => {
  const { t } = useTranslation();
  const sentence = useSentence();
  const [company, setCompany] = useUnfinishedState<RegisteredCompany | null>('registered', null);
  const { mutate, isPending } = useMutation(lookUpCompany());
  const refuse = (error: unknown) => {
    const message = refusedWith(error, 404) ? t('anaf.unknown', { cui }) : sentence(error);
    toasts.show({ type: 'error', title: t('anaf.failed'), message });
  };
  const ask = () =>
    mutate({ params: { cui } }, { onSuccess: ({ company: found }) => setCompany(found), onError: refuse });
  return (
    <>
      <Button
        className={classes.button}
        variant="light"
        size="compact-sm"
        leftSection={<Landmark size={15} />}
        loading={isPending}
        disabled={!/^\d{6,10}$/.test(cui)}
        onClick={ask}
      >
        {t('anaf.fill')}
      </Button>
      {company && (
        <AnafDialog
          company={company}
          found={differences(form.getValues(), company)}
          onTake={(taken) => {
            for (const { field, registered } of taken) form.setFieldValue(field, registered);
          }}
          onClose={() => setCompany(null)}
        />
      )}
    </>
  );
};
