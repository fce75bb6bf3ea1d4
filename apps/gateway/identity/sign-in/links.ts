import { Inject, Injectable } from '@nestjs/common';
import type { ReplyOf, usersApi } from '@dosar/contracts';
import { reactorFacts, readSigned } from '@dosar/kernel/runtime';
import { isOpen, LINKS, type UserState } from '@dosar/domain/identity/user-state';
import type { Account, Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { Problem } from '../../platform/http/problem';
import { Credentials } from '../accounts/credentials';

/** A valid link: its user and its request. */
export type OpenLink = { readonly userId: string; readonly requestId: string; readonly state: UserState };

const SENT = { invitation: 'invitation', reset: 'reset', sign_in: 'signInLink' } as const;

/** Links of letters: their content is signed, and the account decides whether they are still valid. */
@Injectable()
export class Links {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly credentials: Credentials,
  ) {}

  /** @throws Problem RESET_LINK_INVALID for a forged, expired, used or replaced link. */
  async open(kind: keyof typeof LINKS, token: string): Promise<OpenLink> {
    const [said, userId = '', requestId = ''] = readSigned(this.installation.keys.links, token) ?? [];
    if (said !== kind) throw new Problem('RESET_LINK_INVALID');
    const state = await this.credentials.stateOf(userId);
    const isUsable = isOpen(state[SENT[kind]], requestId, LINKS[kind], new Date().toISOString());
    if (state.role === null || state.status !== 'active' || !isUsable) throw new Problem('RESET_LINK_INVALID');
    return { userId, requestId, state };
  }

  /** The newest invitation of an account, as its letter has it. @throws Problem RESET_LINK_INVALID when there is none. */
  async ofInvitation(userId: string): Promise<ReplyOf<typeof usersApi.showInvitationLink>> {
    const { invitation } = await this.credentials.stateOf(userId);
    // followed a moment ago
    if (invitation === null) throw new Problem('RESET_LINK_INVALID');
    const { config, keys } = this.installation;
    const { linkTo } = reactorFacts(config.publicUrl, keys.links);
    return {
      link: linkTo('/invitation', 'invitation', userId, invitation.requestId),
      valid_until: new Date(Date.parse(invitation.at) + LINKS.invitation).toISOString(),
    };
  }

  /** The user to whom the link was sent. */
  identify(call: Call, { userId }: OpenLink): Account {
    const person = this.installation.access.user(userId);
    if (!person) throw new Problem('RESET_LINK_INVALID');
    call.person = person;
    return person;
  }
}
