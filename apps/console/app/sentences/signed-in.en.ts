import { accountEn } from '../../features/account/en';
import { mandatesEn } from '../../features/auditors/en';
import { chatEn } from '../../features/chat/en';
import { companiesEn } from '../../features/companies/en';
import { dashboardEn } from '../../features/dashboard/en';
import { documentsEn } from '../../features/files/documents/en';
import { filesEn } from '../../features/files/en';
import { invoiceEn } from '../../features/files/preview/invoice/en';
import { fieldsEn } from '../../features/files/fields/en';
import { insideEn } from '../../features/files/preview/inside/en';
import { previewEn } from '../../features/files/preview/en';
import { notificationsEn } from '../../features/notifications/en';
import { portalEn } from '../../features/portal/en';
import { searchEn } from '../../features/search/en';
import { healthEn } from '../../features/sign-in/health/en';
import { usersEn } from '../../features/users/en';
import { formsEn } from '../../ui/forms/en';
import { tableEn } from '../../ui/table/en';
import { wordsEn } from '../../ui/words/en';
import { appEn } from '../en';

/** What the console says to those who are signed in, in English. */
export const signedInEn = {
  ...appEn,
  ...wordsEn,
  ...formsEn,
  ...tableEn,
  ...accountEn,
  ...usersEn,
  ...companiesEn,
  ...mandatesEn,
  ...portalEn,
  ...filesEn,
  ...fieldsEn,
  ...previewEn,
  ...invoiceEn,
  ...insideEn,
  ...chatEn,
  ...notificationsEn,
  ...dashboardEn,
  ...documentsEn,
  ...searchEn,
  ...healthEn,
};
