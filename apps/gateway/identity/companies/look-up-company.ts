import { Inject, Injectable } from '@nestjs/common';
import { clientsApi, Phone, tradeRegisterNumber, type RegisteredCompany } from '@dosar/contracts';
import { FairQueue, type Company } from '@dosar/kernel/runtime';
import type { Caller } from '../../platform/access/call';
import { partyOf } from '../../platform/access/party';
import { INSTALLATION, type Installation } from '../../platform/hosting/installation';
import { notFound } from '../../platform/http/problem';
import { useCase } from '../../platform/use-cases/use-case';

/** The register answers one request a second; one request of a person waits at a time. */
const TURNS = { places: 2, waiting: 5, dearMs: 5_000 };

/** The public register, shared fairly among companies. */
@Injectable()
export class CompanyRegister {
  private readonly turns = new FairQueue(TURNS);

  constructor(@Inject(INSTALLATION) private readonly installation: Installation) {}

  /** null when the register does not know it, or none is configured. */
  async find(caller: Caller, cui: string): Promise<Company | null> {
    const { companies } = this.installation.ports;
    return companies && this.turns.run(partyOf(caller), () => companies.find(cui));
  }
}

/** The public register's data of a company, in the terms of the form. */
export const lookUpCompany = useCase(clientsApi.lookUp, async ({ params }, { call, use }) => {
  const found = await use(CompanyRegister).find(call.caller, params.cui);
  if (!found) throw notFound();
  const { registrationNumber, phone } = found;
  const company: RegisteredCompany = {
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
});
