import { useTranslation } from 'react-i18next';
import { Monitor, Moon, Sun } from 'lucide-react';
import { preferences, type Looks } from '../../platform/preferences';
import { useStore } from '../../platform/storage/store';
import { Choice } from '../choice';
import classes from './screen-preferences.module.css';

const ICON_SIZE = 16;
const LANGUAGES = ['ro', 'en'] as const;
const THEMES = [
  { value: 'light', icon: <Sun size={ICON_SIZE} aria-hidden="true" /> },
  { value: 'dark', icon: <Moon size={ICON_SIZE} aria-hidden="true" /> },
  { value: 'system', icon: <Monitor size={ICON_SIZE} aria-hidden="true" /> },
] as const;

/** Language and theme. */
export const ScreenPreferences = ({ onChoose }: { readonly onChoose: (chosen: Partial<Looks>) => void }) => {
  const { t } = useTranslation();
  const { language, theme } = useStore(preferences);
  return (
    <div className={classes.both}>
      <Choice
        label={t('preferences.language')}
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
        onChoose={(chosen) => onChoose({ language: chosen })}
      />
      <Choice
        label={t('preferences.theme')}
        value={theme}
        options={THEMES.map((option) => ({ ...option, label: t(`preferences.${option.value}`) }))}
        onChoose={(chosen) => onChoose({ theme: chosen })}
      />
    </div>
  );
};
