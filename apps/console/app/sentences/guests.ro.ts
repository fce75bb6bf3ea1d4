import { roScreens } from '@dosar/contracts';
import { signInRo } from '../../features/sign-in/ro';
import { platformRo } from '../../platform/ro';
import { credentialsRo } from '../../ui/credentials/ro';
import { uiRo } from '../../ui/ro';

/** What the console says to everybody, in Romanian. */
export const guestsRo = {
  ...roScreens,
  ...platformRo,
  ...uiRo,
  ...credentialsRo,
  ...signInRo,
};
