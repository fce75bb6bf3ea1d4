import { useMutation } from '@tanstack/react-query';
import { startRegistration } from '@simplewebauthn/browser';
import { authApi, type RequestOf } from '@dosar/contracts';
import { writing } from '../../platform/queries';
import { refreshTwoStep } from './account.queries';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type Making = RequestOf<typeof authApi.passkeyOptions> & { readonly name: string };

const touches = refreshTwoStep;
/** The dialogs say themselves what was refused. */
const failure = null;

/** All that can be written about the second step. */
export const useTwoStepWritings = () => {
  const { mutateAsync: beginTotp } = useMutation(writing(authApi.beginTotp, { failure }));
  const { mutateAsync: confirmTotp } = useMutation(writing(authApi.confirmTotp, { touches, failure }));
  const { mutateAsync: endTotp } = useMutation(writing(authApi.endTotp, { touches, failure }));
  const { mutateAsync: renewCodes } = useMutation(writing(authApi.renewRecoveryCodes, { touches, failure }));
  const { mutateAsync: passkeyOptions } = useMutation(writing(authApi.passkeyOptions, { failure }));
  const { mutateAsync: addPasskey } = useMutation(writing(authApi.addPasskey, { touches, failure }));
  const { mutateAsync: removePasskey } = useMutation(writing(authApi.removePasskey, { touches, failure }));
  /** The browser makes the key in between. */
  const makePasskey = async ({ body, name }: Making) => {
    const { options } = await passkeyOptions({ body });
    const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
    return addPasskey({ body: { name, credential: { ...credential } } });
  };
  return { beginTotp, confirmTotp, endTotp, renewCodes, makePasskey, removePasskey };
};
