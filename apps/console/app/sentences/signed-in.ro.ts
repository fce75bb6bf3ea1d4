import { accountRo } from '../../features/account/ro';
import { mandatesRo } from '../../features/auditors/ro';
import { chatRo } from '../../features/chat/ro';
import { companiesRo } from '../../features/companies/ro';
import { dashboardRo } from '../../features/dashboard/ro';
import { documentsRo } from '../../features/files/documents/ro';
import { filesRo } from '../../features/files/ro';
import { invoiceRo } from '../../features/files/preview/invoice/ro';
import { fieldsRo } from '../../features/files/fields/ro';
import { insideRo } from '../../features/files/preview/inside/ro';
import { previewRo } from '../../features/files/preview/ro';
import { notificationsRo } from '../../features/notifications/ro';
import { portalRo } from '../../features/portal/ro';
import { searchRo } from '../../features/search/ro';
import { healthRo } from '../../features/sign-in/health/ro';
import { usersRo } from '../../features/users/ro';
import { formsRo } from '../../ui/forms/ro';
import { tableRo } from '../../ui/table/ro';
import { wordsRo } from '../../ui/words/ro';
import { appRo } from '../ro';

/** What the console says to those who are signed in, in Romanian. */
export const signedInRo = {
  ...appRo,
  ...wordsRo,
  ...formsRo,
  ...tableRo,
  ...accountRo,
  ...usersRo,
  ...companiesRo,
  ...mandatesRo,
  ...portalRo,
  ...filesRo,
  ...fieldsRo,
  ...previewRo,
  ...invoiceRo,
  ...insideRo,
  ...chatRo,
  ...notificationsRo,
  ...dashboardRo,
  ...documentsRo,
  ...searchRo,
  ...healthRo,
};
