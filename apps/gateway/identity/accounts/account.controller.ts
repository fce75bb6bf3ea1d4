import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { authApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { RequestLetter } from './letters.handler';
import { Links } from '../sign-in/links';
import { ChangePassword, ChooseWithLink } from './passwords.handler';
import { GetMe } from './people.query';
import { ChangeProfile } from './profile.handler';

/** What everybody does with their own account. */
@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly links: Links,
  ) {}

  @Endpoint(authApi.me)
  me(@From() call: Call) {
    return this.queries.execute(new GetMe(call));
  }

  @Endpoint(authApi.changeMe)
  changeMe(@Input() { body }: InputOf<typeof authApi.changeMe>, @From() call: Call) {
    return this.commands.execute(new ChangeProfile(body, call));
  }

  @Endpoint(authApi.changePassword)
  changePassword(@Input() { body }: InputOf<typeof authApi.changePassword>, @From() call: Call) {
    return this.commands.execute(new ChangePassword(body.current_password, body.new_password, call));
  }

  @Endpoint(authApi.forgotPassword)
  forgotPassword(@Input() { body }: InputOf<typeof authApi.forgotPassword>, @From() call: Call) {
    return this.commands.execute(new RequestLetter('reset', body.email, call));
  }

  @Endpoint(authApi.checkReset)
  async checkReset(@Input() { params }: InputOf<typeof authApi.checkReset>) {
    await this.links.open('reset', params.token);
    return { valid: true };
  }

  @Endpoint(authApi.reset)
  reset(@Input() { body }: InputOf<typeof authApi.reset>, @From() call: Call) {
    return this.commands.execute(new ChooseWithLink('reset', body.token, body.password, call));
  }

  @Endpoint(authApi.checkInvitation)
  async checkInvitation(@Input() { params }: InputOf<typeof authApi.checkInvitation>) {
    const { state } = await this.links.open('invitation', params.token);
    return { valid: true, name: state.name, email: state.email };
  }

  @Endpoint(authApi.acceptInvitation)
  acceptInvitation(@Input() { body }: InputOf<typeof authApi.acceptInvitation>, @From() call: Call) {
    return this.commands.execute(new ChooseWithLink('invitation', body.token, body.password, call));
  }

  @Endpoint(authApi.requestInvitation)
  requestInvitation(@Input() { body }: InputOf<typeof authApi.requestInvitation>, @From() call: Call) {
    return this.commands.execute(new RequestLetter('invitation', body.token, call));
  }
}
