import { enScreens } from '@dosar/contracts';
import { signInEn } from '../../features/sign-in/en';
import { platformEn } from '../../platform/en';
import { credentialsEn } from '../../ui/credentials/en';
import { uiEn } from '../../ui/en';

/** What the console says to everybody, in English. */
export const guestsEn = {
  ...enScreens,
  ...platformEn,
  ...uiEn,
  ...credentialsEn,
  ...signInEn,
};
