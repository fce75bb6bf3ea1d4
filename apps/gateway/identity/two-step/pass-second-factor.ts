import { authApi } from '@dosar/contracts';
import { useCase } from '../../platform/use-cases/use-case';
import { RefreshCookie } from '../sign-in/refresh-cookie';
import { SecondFactor } from './second-factor';

export const secondFactor = useCase(authApi.secondFactor, async ({ body }, { call, exchange, use }) =>
  use(RefreshCookie).with(exchange.reply, await use(SecondFactor).verify(call, body.token, body)),
);

export const secondFactorOptions = useCase(authApi.secondFactorOptions, async ({ body }, { call, use }) => ({
  options: await use(SecondFactor).passkeyOptions(call, body.token),
}));

export const secondFactorSetup = useCase(authApi.secondFactorSetup, ({ body }, { call, use }) =>
  use(SecondFactor).setUp(call, body.token),
);

export const secondFactorConfirm = useCase(authApi.secondFactorConfirm, async ({ body }, { call, exchange, use }) =>
  use(RefreshCookie).with(exchange.reply, await use(SecondFactor).confirm(call, body.token, body.code)),
);
