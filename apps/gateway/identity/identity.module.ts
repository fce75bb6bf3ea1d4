import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/hosting/context';
import { AccountController } from './accounts/account.controller';
import { Accounts } from './accounts/accounts';
import { Assignments } from './companies/assignments';
import { AssignAccountantsHandler, UnassignAccountantHandler } from './companies/assignments.handler';
import { Attempts } from './sign-in/attempts';
import { AuthController } from './sign-in/auth.controller';
import { changedAssignments, changedMemberships, changedScopes } from './companies/changed-access.announcer';
import { changedAccounts } from './accounts/changed-accounts.announcer';
import { ChangeClientHandler, DeleteClientHandler, RegisterClientHandler } from './companies/clients.handler';
import { CompaniesController } from './companies/companies.controller';
import {
  GetClientHandler,
  GetFirmHandler,
  ListAccountantsHandler,
  ListClientsHandler,
  ListFirmsHandler,
} from './companies/companies.query';
import { Credentials } from './accounts/credentials';
import { Cuis } from './companies/cuis';
import { FactorChanges } from './two-step/factor-changes';
import { FactorProofs } from './two-step/factor-proofs';
import { ChangeFirmHandler, DeleteFirmHandler, RegisterFirmHandler } from './companies/firms.handler';
import { FirstCodes } from './two-step/first-codes';
import { RequestLetterHandler } from './accounts/letters.handler';
import { Links } from './sign-in/links';
import { LostPasswords } from './accounts/lost-passwords.job';
import { LookUpCompanyHandler } from './companies/look-up.query';
import { OneTimeTokens } from './sign-in/one-time-tokens';
import { PasskeyStep } from './two-step/passkey-step';
import { Passkeys } from './two-step/passkeys';
import { Passwords } from './accounts/passwords';
import {
  ChangePasswordHandler,
  ChooseWithLinkHandler,
  NewPasswords,
  Reauthentication,
} from './accounts/passwords.handler';
import {
  GetMeHandler,
  GetUserHandler,
  ListPeopleHandler,
  ListUsersHandler,
  ListUsersOfAccountantHandler,
} from './accounts/people.query';
import { UserPresenter } from './accounts/user-presenter';
import { ChangeProfileHandler } from './accounts/profile.handler';
import { RecoveryCodes } from './two-step/recovery-codes';
import { RefreshCookie } from './sign-in/refresh-cookie';
import { RefusedSignIns } from './sign-in/refused-sign-ins';
import { Reservations } from './reservations/reservations';
import { RestoredReservations } from './reservations/reservations.job';
import { SecondFactor } from './two-step/second-factor';
import { Secrets } from './accounts/secrets';
import { Sessions } from './sign-in/sessions';
import { SessionsController } from './sign-in/sessions.controller';
import { ListSessionsHandler } from './sign-in/sessions.query';
import { ChangeSettingsHandler, GetSettingsHandler } from './companies/settings.handler';
import { staff } from './accounts/staff.audience';
import { SignInFlow } from './sign-in/sign-in-flow';
import { UseSignInLinkHandler } from './sign-in/sign-in-link.handler';
import { PasswordCheck, RefreshSessionHandler, SignInHandler } from './sign-in/sign-in.handler';
import { SignInsUnderWay } from './sign-in/sign-ins-under-way';
import { Totp } from './two-step/totp';
import { TotpStep } from './two-step/totp-step';
import { TwoStep } from './two-step/two-step';
import { TwoStepController } from './two-step/two-step.controller';
import { Upkeep } from './reservations/upkeep.job';
import { UsersController } from './accounts/users.controller';
import { ChangeUserHandler, DeleteUserHandler, InviteUserHandler, RegisterUserHandler } from './accounts/users.handler';

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
const directory = [Accounts, Assignments, Reservations, RestoredReservations, Cuis, UserPresenter];

const commandHandlers = [
  SignInHandler,
  UseSignInLinkHandler,
  RefreshSessionHandler,
  RequestLetterHandler,
  ChooseWithLinkHandler,
  ChangePasswordHandler,
  ChangeProfileHandler,
  RegisterUserHandler,
  ChangeUserHandler,
  DeleteUserHandler,
  InviteUserHandler,
  RegisterFirmHandler,
  ChangeFirmHandler,
  DeleteFirmHandler,
  RegisterClientHandler,
  ChangeClientHandler,
  DeleteClientHandler,
  AssignAccountantsHandler,
  UnassignAccountantHandler,
  ChangeSettingsHandler,
];
const queryHandlers = [
  GetMeHandler,
  GetUserHandler,
  ListUsersHandler,
  ListUsersOfAccountantHandler,
  ListPeopleHandler,
  ListSessionsHandler,
  GetSettingsHandler,
  LookUpCompanyHandler,
  GetFirmHandler,
  ListFirmsHandler,
  GetClientHandler,
  ListClientsHandler,
  ListAccountantsHandler,
];

@Module({
  controllers: [
    AuthController,
    SessionsController,
    AccountController,
    TwoStepController,
    UsersController,
    CompaniesController,
  ],
  providers: [...signingIn, ...account, ...directory, ...commandHandlers, ...queryHandlers, LostPasswords, Upkeep],
})
class IdentityModule {}

/** People, firms and clients; who may come in, and as whom. */
export const identity: GatewayContext = {
  module: IdentityModule,
  announcers: [changedAccounts, changedAssignments, changedScopes, changedMemberships],
  audiences: [staff],
  listeners: [],
  jobs: [LostPasswords, RestoredReservations, Upkeep],
};
