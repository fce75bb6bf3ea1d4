import { authApi } from '@dosar/contracts';
import { tagged } from '../../platform/reads/views';
import { useCase } from '../../platform/use-cases/use-case';
import { PasskeyStep } from './passkey-step';
import { TotpStep } from './totp-step';
import { TwoStep } from './two-step';

export const getTwoStep = useCase(authApi.twoStep, async (_, { call, use }) =>
  tagged(call, { two_step: await use(TwoStep).shown(call.caller.id) }),
);

export const beginTotp = useCase(authApi.beginTotp, ({ body }, { call, use }) =>
  use(TotpStep).offer(call, body.current_password),
);

export const confirmTotp = useCase(authApi.confirmTotp, ({ body }, { call, use }) =>
  use(TotpStep).accept(call, call.caller, body.code),
);

export const endTotp = useCase(authApi.endTotp, ({ body }, { call, use }) =>
  use(TotpStep).end(call, body.current_password),
);

export const renewRecoveryCodes = useCase(authApi.renewRecoveryCodes, ({ body }, { call, use }) =>
  use(TwoStep).renewCodes(call, body.current_password),
);

export const passkeyOptions = useCase(authApi.passkeyOptions, async ({ body }, { call, use }) => ({
  options: await use(PasskeyStep).offer(call, body.current_password),
}));

export const addPasskey = useCase(authApi.addPasskey, async ({ body }, { call, use }) => {
  const codes = await use(PasskeyStep).add(call, body.name, body.credential);
  return { two_step: await use(TwoStep).shown(call.caller.id), ...codes };
});

export const removePasskey = useCase(authApi.removePasskey, ({ params, body }, { call, use }) =>
  use(PasskeyStep).remove(call, params.id, body.current_password),
);
