import { Module } from '@nestjs/common';
import { Attempts } from './attempts';
import { AuthController } from './auth.controller';
import { RefreshSessionHandler, SignedIn, SignInHandler } from './auth.handler';
import { Claims } from './claims';
import { RegisterClientHandler, RegisterFirmHandler } from './companies.handler';
import { GetClientHandler, GetFirmHandler, ListClientsHandler, ListFirmsHandler } from './companies.query';
import { Credentials } from './credentials';
import { Passwords } from './passwords';
import { PeopleController } from './people.controller';
import { GetMeHandler, GetUserHandler, ListUsersHandler } from './people.query';
import { Presence } from './presence';
import { Sessions } from './sessions';
import { RegisterUserHandler } from './users.handler';

@Module({
  controllers: [AuthController, PeopleController],
  providers: [
    ...[Attempts, Claims, Credentials, Passwords, Presence, Sessions, SignedIn],
    ...[SignInHandler, RefreshSessionHandler, RegisterUserHandler, RegisterFirmHandler, RegisterClientHandler],
    ...[
      GetMeHandler,
      GetUserHandler,
      ListUsersHandler,
      GetFirmHandler,
      ListFirmsHandler,
      GetClientHandler,
      ListClientsHandler,
    ],
  ],
  exports: [Attempts],
})
export class IdentityModule {}
