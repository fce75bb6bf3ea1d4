import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { LINKS } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { Problem } from '../../platform/http/problem';
import { Links } from './links';
import { OneTimeTokens } from './one-time-tokens';
import { SignInFlow, type SignInAnswer } from './sign-in-flow';

/** Signs in with the link of a letter, once. */
export class UseSignInLink extends Command<SignInAnswer> {
  constructor(
    readonly token: string,
    readonly call: Call,
  ) {
    super();
  }
}

@CommandHandler(UseSignInLink)
export class UseSignInLinkHandler implements ICommandHandler<UseSignInLink> {
  constructor(
    private readonly links: Links,
    private readonly tokens: OneTimeTokens,
    private readonly flow: SignInFlow,
  ) {}

  /** @throws Problem RESET_LINK_INVALID */
  async execute({ token, call }: UseSignInLink): Promise<SignInAnswer> {
    const link = await this.links.open('sign_in', token);
    const person = this.links.identify(call, link);
    const isFirst = await this.tokens.spend(link.requestId, LINKS.sign_in);
    if (person.role !== 'user' || !isFirst) throw new Problem('RESET_LINK_INVALID');
    return this.flow.proceed(call, link.state, { userId: person.id, method: 'link', credentialId: link.requestId });
  }
}
