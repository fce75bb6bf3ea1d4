import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Language } from '@dosar/contracts';
import { once, readSigned } from '@dosar/kernel/runtime';
import { user } from '@dosar/domain/identity/user.decider';
import type { UserCommand } from '@dosar/domain/identity/user-state';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { AfterResponse } from '../../platform/http/after-response';
import { networkOf } from '../../platform/connections/network';
import { Problem } from '../../platform/http/problem';
import { Attempts } from '../sign-in/attempts';
import { Credentials } from './credentials';

/**
 * Asks for a letter with a link, for whoever has this e-mail, or was sent the invitation that has this token: nobody is
 * told whether anybody has, or was.
 */
export class RequestLetter extends Command<void> {
  constructor(
    readonly kind: 'reset' | 'sign_in' | 'invitation',
    readonly to: string,
    readonly call: Call,
  ) {
    super();
  }
}

const COMMANDS = { reset: 'RequestReset', sign_in: 'SendSignInLink', invitation: 'InviteUser' } as const;

@CommandHandler(RequestLetter)
export class RequestLetterHandler implements ICommandHandler<RequestLetter> {
  constructor(
    @Inject(INSTALLATION) private readonly installation: Installation,
    private readonly attempts: Attempts,
    private readonly credentials: Credentials,
    private readonly afterResponse: AfterResponse,
  ) {}

  execute(request: RequestLetter): Promise<void> {
    this.afterResponse.after(request.call, () => this.write(request));
    return Promise.resolve();
  }

  private async write({ kind, to, call }: RequestLetter): Promise<void> {
    const email = kind === 'invitation' ? await this.invited(to) : to;
    if (email === null) return;
    try {
      await this.attempts.take('mailsOfAddress', networkOf(call.ip));
      await this.attempts.take('mailsOfAccount', email);
    } catch (error) {
      if (error instanceof Problem) return; // too often: the answer was the same
      throw error;
    }
    const userId = await this.credentials.userIdOf(email);
    const person = userId === null ? null : this.installation.access.user(userId);
    if (person?.status !== 'active') return;
    // who was never here has chosen no language but the page's
    const language: Language =
      kind === 'invitation' ? call.language : (await this.credentials.stateOf(person.id)).preferences.language;
    const command: UserCommand = { type: COMMANDS[kind], data: { language } };
    // somebody who has no right to such a letter gets none, and is told nothing
    const { commandHandler } = this.installation;
    await commandHandler.handle({ decider: user, id: person.id, command, context: once(), origin: call.origin() });
  }

  /** The e-mail of whom an invitation is for, however old it is. */
  private async invited(token: string): Promise<string | null> {
    const [said, userId = ''] = readSigned(this.installation.keys.links, token) ?? [];
    return said === 'invitation' ? (await this.credentials.stateOf(userId)).email : null;
  }
}
