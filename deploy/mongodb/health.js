// Healthy when it is the primary of its set of one, which it is told to be when it is asked for the first time.
/* global db, quit, rs */
db.getSiblingDB('admin').auth(process.env.MONGO_INITDB_ROOT_USERNAME, process.env.MONGO_INITDB_ROOT_PASSWORD);
try {
  rs.status();
} catch {
  rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] });
}
quit(db.hello().isWritablePrimary ? 0 : 1);
