import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Phone, tradeRegisterNumber, type RegisteredCompany } from '@dosar/contracts';
import { FairQueue } from '@dosar/kernel/runtime';
import type { Call } from '../../platform/access/call';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { partyOf } from '../../platform/access/party';
import { notFound } from '../../platform/http/problem';

/** The register answers one question a second, and one of a person waits there at a time. */
const TURNS = { places: 2, waiting: 5, dearMs: 5_000 };

/** What the public register knows of a company, in the form's own words. */
export class LookUpCompany extends Query<{ company: RegisteredCompany }> {
  constructor(
    readonly cui: string,
    readonly call: Call,
  ) {
    super();
  }
}

@QueryHandler(LookUpCompany)
export class LookUpCompanyHandler implements IQueryHandler<LookUpCompany> {
  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  private readonly turns = new FairQueue(TURNS);

  async execute({ cui, call }: LookUpCompany): Promise<{ company: RegisteredCompany }> {
    const { companies } = this.installation.ports;
    const found = companies && (await this.turns.run(partyOf(call.caller), () => companies.find(cui)));
    if (!found) throw notFound();
    const { registrationNumber, phone } = found;
    const company = {
      societate: found.name,
      cui: found.taxId,
      registrulComertului: registrationNumber && (tradeRegisterNumber(registrationNumber) ?? registrationNumber),
      dataInregistrarii: found.registeredOn,
      address: found.address,
      phone: phone && (Phone.safeParse(phone).data ?? null),
      platitor_tva: found.isVatPayer,
      inactive: found.isInactive,
    };
    return { company };
  }
}
