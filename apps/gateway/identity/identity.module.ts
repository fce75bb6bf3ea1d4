import { Module } from '@nestjs/common';
import type { GatewayContext } from '../platform/context';
import { AccountController } from './account.controller';
import { Accounts } from './accounts';
import { Assignments } from './assignments';
import { AssignAccountantsHandler, UnassignAccountantHandler } from './assignments.handler';
import { Attempts } from './attempts';
import { AuthController } from './auth.controller';
import { changedAssignments, changedMemberships, changedScopes } from './changed-access.announcer';
import { changedAccounts } from './changed-accounts.announcer';
import { ChangeClientHandler, DeleteClientHandler, RegisterClientHandler } from './clients.handler';
import { CompaniesController } from './companies.controller';
import {
  GetClientHandler,
  GetFirmHandler,
  ListAccountantsHandler,
  ListClientsHandler,
  ListFirmsHandler,
} from './companies.query';
import { Credentials } from './credentials';
import { Cuis } from './cuis';
import { FactorChanges } from './factor-changes';
import { FactorProofs } from './factor-proofs';
import { ChangeFirmHandler, DeleteFirmHandler, RegisterFirmHandler } from './firms.handler';
import { FirstCodes } from './first-codes';
import { RequestLetterHandler } from './letters.handler';
import { Links } from './links';
import { LostPasswords } from './lost-passwords.job';
import { LookUpCompanyHandler } from './look-up.query';
import { OneTimeTokens } from './one-time-tokens';
import { PasskeyStep } from './passkey-step';
import { Passkeys } from './passkeys';
import { Passwords } from './passwords';
import { ChangePasswordHandler, ChooseWithLinkHandler, NewPasswords, Reauthentication } from './passwords.handler';
import {
  GetMeHandler,
  GetUserHandler,
  ListPeopleHandler,
  ListUsersHandler,
  ListUsersOfAccountantHandler,
} from './people.query';
import { UserPresenter } from './user-presenter';
import { ChangeProfileHandler } from './profile.handler';
import { RecoveryCodes } from './recovery-codes';
import { RefreshCookie } from './refresh-cookie';
import { RefusedSignIns } from './refused-sign-ins';
import { Reservations } from './reservations';
import { RestoredReservations } from './reservations.job';
import { SecondFactor } from './second-factor';
import { Secrets } from './secrets';
import { Sessions } from './sessions';
import { SessionsController } from './sessions.controller';
import { ListSessionsHandler } from './sessions.query';
import { ChangeSettingsHandler, GetSettingsHandler } from './settings.handler';
import { staff } from './staff.audience';
import { SignInFlow } from './sign-in-flow';
import { UseSignInLinkHandler } from './sign-in-link.handler';
import { PasswordCheck, RefreshSessionHandler, SignInHandler } from './sign-in.handler';
import { SignInsUnderWay } from './sign-ins-under-way';
import { Totp } from './totp';
import { TotpStep } from './totp-step';
import { TwoStep } from './two-step';
import { TwoStepController } from './two-step.controller';
import { Upkeep } from './upkeep.job';
import { UsersController } from './users.controller';
import { ChangeUserHandler, DeleteUserHandler, InviteUserHandler, RegisterUserHandler } from './users.handler';

const signingIn = [
  ...[Attempts, Credentials, Links, OneTimeTokens, PasswordCheck, Passwords, RefreshCookie, RefusedSignIns],
  ...[SecondFactor, Sessions, SignInFlow, SignInsUnderWay],
];
const account = [
  ...[FactorChanges, FactorProofs, FirstCodes, NewPasswords, PasskeyStep, Passkeys, Reauthentication],
  ...[RecoveryCodes, Secrets, Totp, TotpStep, TwoStep],
];
const directory = [Accounts, Assignments, Reservations, RestoredReservations, Cuis, UserPresenter];

const commandHandlers = [
  ...[
    SignInHandler,
    UseSignInLinkHandler,
    RefreshSessionHandler,
    RequestLetterHandler,
    ChooseWithLinkHandler,
    ChangePasswordHandler,
  ],
  ...[ChangeProfileHandler, RegisterUserHandler, ChangeUserHandler, DeleteUserHandler, InviteUserHandler],
  ...[RegisterFirmHandler, ChangeFirmHandler, DeleteFirmHandler],
  ...[RegisterClientHandler, ChangeClientHandler, DeleteClientHandler],
  ...[AssignAccountantsHandler, UnassignAccountantHandler, ChangeSettingsHandler],
];
const queryHandlers = [
  ...[GetMeHandler, GetUserHandler, ListUsersHandler, ListUsersOfAccountantHandler, ListPeopleHandler],
  ...[ListSessionsHandler, GetSettingsHandler, LookUpCompanyHandler],
  ...[GetFirmHandler, ListFirmsHandler, GetClientHandler, ListClientsHandler, ListAccountantsHandler],
];

@Module({
  controllers: [
    ...[AuthController, SessionsController, AccountController, TwoStepController],
    ...[UsersController, CompaniesController],
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
