import { usersApi } from '@dosar/contracts';
import { writing } from '../../platform/queries';
import { PEOPLE } from './users.queries';

export const createUser = () => writing(usersApi.create, { touches: PEOPLE, failure: null });
export const changeUser = () => writing(usersApi.change, { touches: PEOPLE, failure: null });
/** Whoever shows it must have gone before its views are read anew. */
export const deleteUser = () => writing(usersApi.delete, { failure: null });
/** The link is shown once it is asked for, and kept nowhere here. */
export const showInvitationLink = () => writing(usersApi.showInvitationLink, { failure: 'user.linkFailed' });
export const inviteAgain = () => writing(usersApi.invite, { touches: PEOPLE, failure: 'user.resendFailed' });
