// Run once, on an empty database: who may use the views, and who the vault. Neither may see the other's.
/* global db */
const views = db.getSiblingDB('dosar');
views.createUser({
  user: 'dosar',
  pwd: process.env.DOSAR_MONGODB_PASSWORD,
  roles: [{ role: 'readWrite', db: 'dosar' }],
});
const vault = db.getSiblingDB('dosar_vault');
vault.createUser({
  user: 'vault',
  pwd: process.env.DOSAR_VAULT_PASSWORD,
  roles: [{ role: 'readWrite', db: 'dosar_vault' }],
});
