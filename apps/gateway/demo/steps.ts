import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandBus, type Command } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { MemberRole, User } from '@dosar/contracts';
import { client as clientDecider } from '@dosar/domain/identity/client.decider';
import { markRead } from '../conversations/mark-read';
import { Uploads } from '../files/uploads/uploads';
import { Credentials } from '../identity/accounts/credentials';
import { registerUser } from '../identity/accounts/register-user';
import { Sessions } from '../identity/sign-in/sessions';
import { Call } from '../platform/access/call';
import type { Installation } from '../platform/hosting/installation';
import type { Json } from '../platform/http/json';
import { Writes } from '../platform/writes/writes';
import { untilThere } from './until-there';

type Person = { readonly name: string; readonly email: string; readonly phone: string };
type Place = { readonly client_id: string; readonly folder_id: string };

/**
 * What people do in the demo, by the commands that they use: each step has a key of its own and waits for what it wrote,
 * so a completed step is not repeated.
 */
export class Steps {
  private readonly bus: CommandBus;
  private readonly writes: Writes;
  private readonly sessions: Sessions;
  private readonly credentials: Credentials;
  private readonly uploads: Uploads;

  constructor(
    app: NestFastifyApplication,
    readonly installation: Installation,
    private readonly password: string,
  ) {
    this.bus = app.get(CommandBus);
    this.writes = app.get(Writes);
    this.sessions = app.get(Sessions, { strict: false });
    this.credentials = app.get(Credentials, { strict: false });
    this.uploads = app.get(Uploads, { strict: false });
  }

  person(role: MemberRole, person: Person, of: object): Promise<User> {
    const details = { role, password: this.password, ...person, ...of };
    return this.made<User>('user', person.email, (call) => registerUser.message({ body: details }, call));
  }

  async assign(clientId: string, accountantId: string): Promise<void> {
    const call = Call.ofInstallation(`assign ${clientId}`);
    const userRevision = this.installation.access.user(accountantId)!.placeRevision;
    const command = { type: 'AssignAccountants', data: { accountants: [{ accountantId, userRevision }] } } as const;
    await (await this.writes.begin(call, null)).handle(clientDecider, clientId, command);
    await this.visible(call);
  }

  async upload(by: Call, path: string, place: Place): Promise<string> {
    const name = basename(path);
    const received = await this.uploads.receive(name, createReadStream(path), statSync(path).size);
    const call = as(by, `upload ${place.folder_id} ${name}`);
    const { id } = JSON.parse(await this.uploads.keep(call, received, place)) as { id: string };
    await this.visible(call);
    return id;
  }

  /** A call of a signed-in user. */
  async signedIn(userId: string): Promise<Call> {
    const call = new Call({ headers: {}, ip: null });
    const { credentialId } = await this.credentials.stateOf(userId);
    await this.sessions.open(call, { userId, method: 'password', secondFactor: null, credentialId: credentialId! });
    await this.visible(call);
    return call;
  }

  signOut(user: Call): Promise<unknown> {
    return this.sessions.signOut(user);
  }

  /** Reads a conversation up to that message. */
  async read(by: Call, body: { readonly conversation_id: string; readonly message_id: string }): Promise<void> {
    const call = as(by, `read ${body.message_id}`);
    await this.bus.execute(markRead.message({ body }, call));
    await this.visible(call);
  }

  /** What a user does once, under that key. */
  done<T>(by: Call, key: string, commandOf: (call: Call) => Command<Json>): Promise<T> {
    return this.answered(() => as(by, key), commandOf);
  }

  async made<T>(name: string, key: string, commandOf: (call: Call) => Command<Json>): Promise<T> {
    const answer = await this.answered<Record<string, T>>(() => Call.ofInstallation(`demo ${name} ${key}`), commandOf);
    return answer[name]!;
  }

  /**
   * The answer to a command, repeated under its key until the answer includes everything it wrote.
   * @throws Unavailable
   */
  private answered<T>(callOf: () => Call, commandOf: (call: Call) => Command<Json>): Promise<T> {
    return untilThere(async () => {
      const call = callOf();
      const { text } = await this.bus.execute(commandOf(call));
      const isAll = !call.work.stale;
      await this.visible(call);
      return isAll ? (JSON.parse(text) as T) : null;
    });
  }

  /** Waits until the views include what was written, as a browser does. @throws Unavailable */
  private async visible(call: Call): Promise<void> {
    if (call.work.written === null) return;
    await this.installation.access.reach(call.work.written);
    await untilThere(async () => {
      call.work.stale = false;
      await this.writes.visible(call);
      return call.work.stale ? null : call;
    });
  }
}

/** A further call of a signed-in user, under an idempotency key. */
const as = ({ actor }: Call, key: string): Call => {
  const call = Call.ofInstallation(`demo ${key}`);
  call.actor = actor;
  return call;
};
