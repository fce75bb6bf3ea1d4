import type { Decider, Message } from '@dosar/kernel';
import { reads } from '../audit/reads.decider';
import { bulk } from '../files/bulk.decider';
import { drive } from '../files/drive.decider';
import { client } from '../identity/client.decider';
import { firm } from '../identity/firm.decider';
import { session } from '../identity/session.decider';
import { settings } from '../identity/settings.decider';
import { user } from '../identity/user.decider';

/** Any decider, as stories of any events see it. */
export type AnyDecider = Decider<unknown, Message, Message>;

export const deciders = [user, session, settings, firm, client, drive, bulk, reads] as unknown as readonly AnyDecider[];
