import { Controller } from '@nestjs/common';
import { authApi, type InputOf } from '@dosar/contracts';
import type { Call } from '../../platform/access/call';
import { Endpoint, From, Input } from '../../platform/http/endpoint';
import { tagged } from '../../platform/reads/views';
import { PasskeyStep } from './passkey-step';
import { TotpStep } from './totp-step';
import { TwoStep } from './two-step';

/** What everybody has beside their password. */
@Controller()
export class TwoStepController {
  constructor(
    private readonly twoStep: TwoStep,
    private readonly totp: TotpStep,
    private readonly passkeys: PasskeyStep,
  ) {}

  @Endpoint(authApi.twoStep)
  async getTwoStep(@From() call: Call) {
    return tagged(call, { two_step: await this.twoStep.shown(call.caller.id) });
  }

  @Endpoint(authApi.beginTotp)
  beginTotp(@Input() { body }: InputOf<typeof authApi.beginTotp>, @From() call: Call) {
    return this.totp.offer(call, body.current_password);
  }

  @Endpoint(authApi.confirmTotp)
  confirmTotp(@Input() { body }: InputOf<typeof authApi.confirmTotp>, @From() call: Call) {
    return this.totp.accept(call, call.caller, body.code);
  }

  @Endpoint(authApi.endTotp)
  endTotp(@Input() { body }: InputOf<typeof authApi.endTotp>, @From() call: Call) {
    return this.totp.end(call, body.current_password);
  }

  @Endpoint(authApi.renewRecoveryCodes)
  renewRecoveryCodes(@Input() { body }: InputOf<typeof authApi.renewRecoveryCodes>, @From() call: Call) {
    return this.twoStep.renewCodes(call, body.current_password);
  }

  @Endpoint(authApi.passkeyOptions)
  async passkeyOptions(@Input() { body }: InputOf<typeof authApi.passkeyOptions>, @From() call: Call) {
    return { options: await this.passkeys.offer(call, body.current_password) };
  }

  @Endpoint(authApi.addPasskey)
  async addPasskey(@Input() { body }: InputOf<typeof authApi.addPasskey>, @From() call: Call) {
    const codes = await this.passkeys.add(call, body.name, body.credential);
    return { two_step: await this.twoStep.shown(call.caller.id), ...codes };
  }

  @Endpoint(authApi.removePasskey)
  removePasskey(@Input() { params, body }: InputOf<typeof authApi.removePasskey>, @From() call: Call) {
    return this.passkeys.remove(call, params.id, body.current_password);
  }
}
