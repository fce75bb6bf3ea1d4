import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TYPING_MS } from '@dosar/contracts';
import type { Call } from '../platform/access/call';
import { Ephemeral } from '../platform/sockets/ephemeral';
import type { ListenerTo } from '../platform/sockets/listener';
import { ViewRows } from '../platform/reads/rows';
import { namesOf } from './shown-messages';
import { ConversationsReads } from './conversations.reads';

type Said = { readonly conversation_id: string; readonly typing: boolean };

/** That somebody types, until they say that they do not, or say nothing for a while. */
@Injectable()
export class Typing implements ListenerTo<'typing'>, OnModuleDestroy {
  readonly event = 'typing';
  private readonly typing = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly conversations: ConversationsReads,
    private readonly rows: ViewRows,
    private readonly ephemeral: Ephemeral,
  ) {}

  onModuleDestroy(): void {
    for (const timer of this.typing.values()) clearTimeout(timer);
  }

  async hear({ conversation_id: id, typing }: Said, call: Call): Promise<void> {
    const { id: userId } = call.caller;
    this.conversations.of(call).must(id);
    const name = (await namesOf(this.rows, [userId]))(userId);
    const tell = (is: boolean) =>
      this.ephemeral.tell({
        event: 'typing',
        to: { conversationId: id },
        except: { userId },
        body: { conversation_id: id, user_id: userId, name, typing: is },
      });
    const key = `${id} ${userId}`;
    const stop = () => {
      clearTimeout(this.typing.get(key));
      if (this.typing.delete(key)) tell(false);
    };
    if (!typing) return stop();
    clearTimeout(this.typing.get(key));
    this.typing.set(key, setTimeout(stop, TYPING_MS).unref());
    // each time: whoever has come since, or heard nothing for a while, would not know
    tell(true);
  }
}
