import { appointAuditor } from './auditors/appoint-auditor';
import { endMandate, prolongMandate } from './auditors/end-mandate';
import { listAuditors, listMandates, showMandate } from './auditors/list-mandates';
import { MandateEnds } from './auditors/mandate-ends.job';
import { context } from '../platform/hosting/context';
import { Accounts } from './accounts/accounts';
import { changeProfile } from './accounts/change-profile';
import { changeUser } from './accounts/change-user';
import { changedAccounts } from './accounts/changed-accounts.announcer';
import { acceptInvitation, changePassword, checkInvitation, checkReset, reset } from './accounts/choose-password';
import { Credentials } from './accounts/credentials';
import { deleteUser } from './accounts/delete-user';
import { getMe } from './accounts/get-me';
import { inviteUser, showInvitationLink } from './accounts/invite-user';
import { getUser, listPeople, listUsers, listUsersOfAccountant } from './accounts/list-people';
import { LostPasswords } from './accounts/lost-passwords.job';
import { NewPasswords } from './accounts/new-passwords';
import { Passwords } from './accounts/passwords';
import { Reauthentication } from './accounts/reauthentication';
import { registerUser } from './accounts/register-user';
import { forgotPassword, requestInvitation, requestLink } from './accounts/request-letter';
import { Secrets } from './accounts/secrets';
import { staff } from './accounts/staff.audience';
import { UserPresenter } from './accounts/user-presenter';
import {
  assignToClient,
  assignToUser,
  listAccountantsOfClient,
  listAccountantsOfUser,
  unassignFromClient,
  unassignFromUser,
} from './companies/assign-accountants';
import { Assignments } from './companies/assignments';
import { changeClient, deleteClient } from './companies/change-clients';
import { changeFirm, deleteFirm, registerFirm } from './companies/change-firms';
import { changeSettings, getSettings } from './companies/change-settings';
import { changedAssignments, changedMemberships, changedScopes } from './companies/changed-access.announcer';
import { Cuis } from './companies/cuis';
import { getClient, getFirm, listClients, listFirms } from './companies/list-companies';
import { CompanyRegister, lookUpCompany } from './companies/look-up-company';
import { registerClient } from './companies/register-client';
import { Reservations } from './reservations/reservations';
import { RestoredReservations } from './reservations/reservations.job';
import { ExpiredSecrets } from './reservations/expired-secrets.job';
import { Attempts } from './sign-in/attempts';
import { endSession, listSessions, logout, logoutAll } from './sign-in/end-sessions';
import { Links } from './sign-in/links';
import { OneTimeTokens } from './sign-in/one-time-tokens';
import { PasswordCheck } from './sign-in/password-check';
import { RefreshCookie } from './sign-in/refresh-cookie';
import { RefusedSignIns } from './sign-in/refused-sign-ins';
import { Sessions } from './sign-in/sessions';
import { login, refresh, useLink } from './sign-in/sign-in';
import { SignInFlow } from './sign-in/sign-in-flow';
import { SignInsUnderWay } from './sign-in/sign-ins-under-way';
import {
  addPasskey,
  beginTotp,
  confirmTotp,
  endTotp,
  getTwoStep,
  passkeyOptions,
  removePasskey,
  renewRecoveryCodes,
} from './two-step/change-two-step';
import { FactorChanges } from './two-step/factor-changes';
import { FactorProofs } from './two-step/factor-proofs';
import { FirstCodes } from './two-step/first-codes';
import {
  secondFactor,
  secondFactorConfirm,
  secondFactorOptions,
  secondFactorSetup,
} from './two-step/pass-second-factor';
import { PasskeyStep } from './two-step/passkey-step';
import { Passkeys } from './two-step/passkeys';
import { RecoveryCodes } from './two-step/recovery-codes';
import { SecondFactor } from './two-step/second-factor';
import { Totp } from './two-step/totp';
import { TotpStep } from './two-step/totp-step';
import { TwoStep } from './two-step/two-step';
import { IdentityReads } from './identity.reads';

const signingIn = [
  Attempts,
  Credentials,
  Links,
  OneTimeTokens,
  PasswordCheck,
  Passwords,
  RefreshCookie,
  RefusedSignIns,
  SecondFactor,
  Sessions,
  SignInFlow,
  SignInsUnderWay,
];
const account = [
  FactorChanges,
  FactorProofs,
  FirstCodes,
  NewPasswords,
  PasskeyStep,
  Passkeys,
  Reauthentication,
  RecoveryCodes,
  Secrets,
  Totp,
  TotpStep,
  TwoStep,
];
const directory = [Accounts, Assignments, CompanyRegister, Reservations, Cuis, UserPresenter];

const ofSessions = [
  login,
  useLink,
  refresh,
  secondFactor,
  secondFactorOptions,
  secondFactorSetup,
  secondFactorConfirm,
  listSessions,
  endSession,
  logout,
  logoutAll,
];
const ofTheirAccount = [
  getMe,
  changeProfile,
  changePassword,
  forgotPassword,
  checkReset,
  reset,
  checkInvitation,
  acceptInvitation,
  requestInvitation,
  requestLink,
  getTwoStep,
  beginTotp,
  confirmTotp,
  endTotp,
  renewRecoveryCodes,
  passkeyOptions,
  addPasskey,
  removePasskey,
];
const ofUsers = [
  listUsers,
  getUser,
  registerUser,
  changeUser,
  deleteUser,
  inviteUser,
  showInvitationLink,
  listUsersOfAccountant,
  listPeople,
  listAccountantsOfUser,
  assignToUser,
  unassignFromUser,
];
const ofCompanies = [
  listFirms,
  getFirm,
  registerFirm,
  changeFirm,
  deleteFirm,
  listClients,
  getClient,
  registerClient,
  changeClient,
  deleteClient,
  listAccountantsOfClient,
  assignToClient,
  unassignFromClient,
  lookUpCompany,
  getSettings,
  changeSettings,
];
const ofAuditors = [appointAuditor, prolongMandate, endMandate, listMandates, listAuditors, showMandate];

/** Users, firms and clients; sign-in and roles. */
export const identity = context({
  useCases: [...ofSessions, ...ofTheirAccount, ...ofUsers, ...ofCompanies, ...ofAuditors],
  providers: [...signingIn, ...account, ...directory],
  reads: [IdentityReads],
  announcers: [changedAccounts, changedAssignments, changedScopes, changedMemberships],
  audiences: [staff],
  jobs: [MandateEnds, LostPasswords, RestoredReservations, ExpiredSecrets],
});
