import type { ReactNode } from 'react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '@mantine/hooks';
import { DateFormat, Language, Theme, TimeFormat, type Preferences as All } from '@dosar/contracts';
import { dayOf, timeOf } from '../../platform/format';
import { preferences } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { toasts } from '../../platform/toasts';
import { Card } from '../../ui/card';
import { Choice } from '../../ui/choice';
import { useOwnPreferences } from './own-preferences';
import classes from './form.module.css';

/** An afternoon late in a month: no format can be taken for another. */
const EXAMPLE = '2026-10-31T15:30:00.000Z';

/** How everything looks, speaks and is written, on all devices of this person. */
export const Preferences = () => {
  const { t } = useTranslation();
  const now = useStore(preferences);
  const prefer = useOwnPreferences();
  useDocumentTitle(t('account.preferences.page'));
  const choose = async (chosen: Partial<All>) => {
    // in the language that was chosen
    if (await prefer(chosen)) toasts.show({ type: 'success', title: i18next.t('account.preferences.saved') });
  };
  return (
    <Card title={t('account.preferences.title')} text={t('account.preferences.text')}>
      <div className={classes.choices}>
        <Row name={t('preferences.language')}>
          <Choice
            label={t('preferences.language')}
            value={now.language}
            options={Language.options.map((value) => ({ value, label: t(`preferences.${value}`) }))}
            onChoose={(language) => void choose({ language })}
          />
        </Row>
        <Row name={t('preferences.theme')}>
          <Choice
            label={t('preferences.theme')}
            value={now.theme}
            options={Theme.options.map((value) => ({ value, label: t(`preferences.${value}`) }))}
            onChoose={(theme) => void choose({ theme })}
          />
        </Row>
        <Row name={t('account.preferences.date')}>
          <Choice
            label={t('account.preferences.date')}
            value={now.date_format}
            options={DateFormat.options.map((value) => ({ value, label: dayOf(EXAMPLE, { date_format: value }) }))}
            onChoose={(date_format) => void choose({ date_format })}
          />
        </Row>
        <Row name={t('account.preferences.time')}>
          <Choice
            label={t('account.preferences.time')}
            value={now.time_format}
            options={TimeFormat.options.map((value) => ({ value, label: timeOf(EXAMPLE, { time_format: value }) }))}
            onChoose={(time_format) => void choose({ time_format })}
          />
        </Row>
      </div>
    </Card>
  );
};

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={classes.choice}>
    <span className={classes.choiceName} aria-hidden="true">
      {name}
    </span>
    {children}
  </div>
);
