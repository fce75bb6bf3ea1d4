import { Inject, Injectable } from '@nestjs/common';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import type { Job } from '../../platform/hosting/job';
import { credentialPlace, CREDENTIALS } from './credentials';

/** The part of health that reports it. */
const PART = 'passwords';
const SHOWN = 5;

/** Users whose password is in the log, but not in the vault any more: they cannot sign in, without knowing why. */
@Injectable()
export class LostPasswords implements Job {
  readonly failure = 'lost passwords could not be looked for';
  readonly isHourly = true;
  readonly isSoon = true;

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  async run(): Promise<void> {
    const { access, ports, findings } = this.installation;
    // users are read before the vault, where a new password is stored before its event
    const people = [...access.all('user')].filter(({ status }) => status === 'active');
    const wanted = new Map(people.map(({ id, credentialId }) => [id, credentialId]));
    for (const [id, credentialId] of wanted) if (credentialId === null) wanted.delete(id);
    const all = wanted.size;
    for await (const [place] of ports.vault.all(CREDENTIALS)) {
      const id = place.split('/')[1]!;
      if (place === credentialPlace(id, wanted.get(id) ?? null)) wanted.delete(id);
    }
    const lost = [...wanted.keys()].filter((id) => access.user(id)?.credentialId === wanted.get(id));
    findings.clear(PART);
    if (lost.length === 0) return;
    const more = lost.length > SHOWN ? ` and ${lost.length - SHOWN} more` : '';
    findings.add(
      PART,
      `the vault has lost the passwords of ${lost.length} of ${all} people (${lost.slice(0, SHOWN).join(', ')}${more}): they cannot sign in until the vault is restored from its newest backup, or they choose another by a link in a letter; whoever is signed in goes on`,
    );
  }
}
