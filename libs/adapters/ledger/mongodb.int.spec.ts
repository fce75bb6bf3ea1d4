import { addressOf, inDatabase } from '../testing/int';
import { ledgerSuite } from './ledger.suite';
import { mongoLedger } from './mongodb';

ledgerSuite('MongoDB', async () => {
  const ledger = await mongoLedger(inDatabase(addressOf('DOSAR_MONGODB_URL'), 'dosar_int_ledger'));
  return { ledger, close: () => ledger.close() };
});
