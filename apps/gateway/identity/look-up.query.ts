import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Phone, tradeRegisterNumber, type RegisteredCompany } from '@dosar/contracts';
import type { Call } from '../platform/call';
import { INSTALLATION, type Installation } from '../platform/installation';
import { notFound } from '../platform/problem';

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

  async execute({ cui }: LookUpCompany): Promise<{ company: RegisteredCompany }> {
    const found = (await this.installation.ports.companies?.find(cui)) ?? null;
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
