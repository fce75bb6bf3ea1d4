import { COUNTRIES } from './codes';
import { UNITS } from './units';

/**
 * A list of codes as the national rules publish it, and what the European lists have had since: a code that came later may be
 * right by now, which no text that was read here says.
 */
export type CodeList = { readonly codes: ReadonlySet<string>; readonly newer: ReadonlySet<string> };

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(' ').filter(Boolean));
const listOf = (codes: string, newer = ''): CodeList => ({ codes: setOf(codes), newer: setOf(newer) });

const CURRENCY_CODES =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHE CHF CHW CLF CLP CNY COP COU CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD ' +
  'GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP ' +
  'LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN ' +
  'PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLL SOS SRD SSP STD SVC SYP SZL THB TJS TMT ' +
  'TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UZS VEF VND VUV WST XAF XAG XAU XBA XBB XBC XBD XCD XDR XOF XPD ' +
  'XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWL';

const CHARGE_REASONS =
  'AA AAA AAC AAD AAE AAF AAH AAI AAS AAT AAV AAY AAZ ABA ABB ABC ABD ABF ABK ABL ABN ABR ABS ABT ABU ACF ACG ACH ACI ' +
  'ACJ ACK ACL ACM ACS ADC ADE ADJ ADK ADL ADM ADN ADO ADP ADQ ADR ADT ADW ADY ADZ AEA AEB AEC AED AEF AEH AEI AEJ AEK ' +
  'AEL AEM AEN AEO AEP AES AET AEU AEV AEW AEX AEY AEZ AJ AU CA CAB CAD CAE CAF CAI CAJ CAK CAL CAM CAN CAO CAP CAQ CAR ' +
  'CAS CAT CAU CAV CAW CAX CAY CAZ CD CG CS CT DAB DAD DAC DAF DAG DAH DAI DAJ DAK DAL DAM DAN DAO DAP DAQ DL EG EP ER ' +
  'FAA FAB FAC FC FH FI GAA HAA HD HH IAA IAB ID IF IR IS KO L1 LA LAA LAB LF MAE MI ML NAA OA PA PAA PC PL RAB RAC RAD ' +
  'RAF RE RF RH RV SA SAA SAD SAE SAI SG SH SM SU TAB TAC TT TV V1 V2 WH XAA YY ZZZ';

const INVOICES =
  '71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456 ' +
  '457 527 553 575 623 633 751 780 817 870 875 876 877 935';
const CREDIT_NOTES = '81 83 261 262 296 308 381 396 420 458 532';

const NEWER_TYPES = '471 472 473 500 501 502 503';

/** Paragraphs of articles 132, 143, 148 and 151 of the directive on VAT, and the others. */
const paragraphs = (article: string, of: string) =>
  of
    .split(' ')
    .map((each) => `VATEX-EU-${article}-${each}`)
    .join(' ');
const EXEMPTIONS = [
  'VATEX-EU-79-C VATEX-EU-132 VATEX-EU-143 VATEX-EU-148 VATEX-EU-151 VATEX-EU-309 VATEX-EU-G VATEX-EU-O VATEX-EU-IC',
  'VATEX-EU-AE VATEX-EU-D VATEX-EU-F VATEX-EU-I VATEX-EU-J',
  paragraphs('132', '1A 1B 1C 1D 1E 1F 1G 1H 1I 1J 1K 1L 1M 1N 1O 1P 1Q'),
  paragraphs('143', '1A 1B 1C 1D 1E 1F 1FA 1G 1H 1I 1J 1K 1L'),
  paragraphs('148', 'A B C D E F G'),
  paragraphs('151', '1A 1AA 1B 1C 1D 1E'),
].join(' ');

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1).join(' ');

export const LISTS = {
  /** UNTDID 1001. */
  invoices: listOf(INVOICES, NEWER_TYPES),
  creditNotes: listOf(CREDIT_NOTES, NEWER_TYPES),
  /** Both stand in one place in CII. */
  documents: listOf(`${INVOICES} ${CREDIT_NOTES}`, NEWER_TYPES),
  /** ISO 4217. */
  currencies: listOf(CURRENCY_CODES, 'MRU SLE STN UYW VED VES ZWG'),
  /** ISO 3166-1, without the EL that VAT numbers of Greece begin with. */
  countries: { codes: new Set([...COUNTRIES].filter((code) => code !== 'EL')), newer: new Set<string>() },
  /** UNTDID 4461. */
  means: listOf(`${upTo(70)} 74 75 76 77 78 91 92 93 94 95 96 97 ZZZ`, '98'),
  /** UNTDID 5305. */
  categories: listOf('AE L M E S Z G O K B'),
  /** UNTDID 5189. */
  allowances: listOf('41 42 60 62 63 64 65 66 67 68 70 71 88 95 100 102 103 104 105'),
  /** UNTDID 7161. */
  charges: listOf(CHARGE_REASONS, 'PRV'),
  /** CEF VATEX. */
  exemptions: listOf(EXEMPTIONS),
  units: { codes: UNITS, newer: new Set<string>() },
  /** UNTDID 2005, of which UBL has three, and 2475, of which CII has three. */
  taxPoints: { ubl: listOf('3 35 432'), cii: listOf('5 29 72') },
  mimeTypes: listOf(
    [
      'application/pdf image/png image/jpeg text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.oasis.opendocument.spreadsheet',
    ].join(' '),
  ),
} as const satisfies Record<string, CodeList | Record<'ubl' | 'cii', CodeList>>;
