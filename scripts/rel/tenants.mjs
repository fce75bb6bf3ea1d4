// Whose each record is, computed once more from the opened records alone, by the rule of the architecture (section 3).

const NOBODY = { firmId: null, clientId: null };
const only = (values) => (new Set(values).size === 1 ? values[0] : null);

/** Of `reads-`: those that are of a thing, which is a client's or nobody's, and those that are the installation's. */
const OF_THINGS = new Set(['FileDownloaded', 'FilePreviewed', 'AccessRefused', 'ListExported']);
const OF_INSTALLATION = new Set(['AuditViewed', 'AuditExported', 'AlarmRaised', 'ViewedAs']);

export const tenants = () => {
  const firmOf = new Map();
  const users = new Map();
  const bulks = new Map();
  const places = new Map();
  /** What an earlier event must have told of. */
  const known = (map, id, what) => {
    if (!map.has(id)) throw new Error(`${what} ${id}: no event has told of it`);
    return map.get(id);
  };
  const ofClient = (id) => (id === null ? NOBODY : { firmId: known(firmOf, id, 'client'), clientId: id });
  const ofPlace = ({ clientId, firmId }) => (clientId === null ? { firmId, clientId } : ofClient(clientId));
  const ofUser = (id) => {
    const { role, firmId, clientIds } = known(users, id, 'user');
    if (role === 'admin') return NOBODY;
    if (role === 'accountant') return { firmId, clientId: null };
    return {
      firmId: only(clientIds.map((each) => known(firmOf, each, 'client'))),
      clientId: clientIds.length === 1 ? clientIds[0] : null,
    };
  };
  const ofRead = (type, { clientId }) => {
    if (OF_THINGS.has(type)) return ofClient(clientId);
    if (OF_INSTALLATION.has(type)) return NOBODY;
    throw new Error(`${type}: nobody said whose it is`);
  };

  const fold = ({ stream, type, data }, id) => {
    if (type === 'ClientRegistered') firmOf.set(id, data.firmId);
    if (type === 'UserRegistered') users.set(id, { role: data.role, firmId: data.firmId, clientIds: data.clientIds });
    if (type === 'UserMembershipChanged') users.get(id).clientIds = data.clientIds.to;
    if (type === 'UserRoleChanged') Object.assign(users.get(id), { role: data.to, firmId: data.firmId.to });
    if (type === 'ConversationOpened') places.set(id, data);
    if (type === 'BulkStarted') bulks.set(stream, data.clientId);
  };

  /** @returns the tenant that this record, the next one of the log, must name */
  return (record) => {
    const { stream, type, data } = record;
    const at = stream.indexOf('-');
    const [category, id] = at < 0 ? [stream, ''] : [stream.slice(0, at), stream.slice(at + 1)];
    fold(record, id);
    switch (category) {
      case 'firm':
        return { firmId: id, clientId: null };
      case 'client':
      case 'drive':
        return ofClient(id);
      case 'bulk':
        return ofClient(known(bulks, stream, 'operation'));
      case 'conversation':
        return ofPlace(known(places, id, 'conversation'));
      case 'message':
      case 'reader':
        return ofPlace(known(places, data.conversationId, 'conversation'));
      case 'user':
      case 'inbox':
      case 'search':
        return ofUser(id);
      case 'session':
        return ofUser(data.userId);
      case 'reads':
        return ofRead(type, data);
      case 'installation':
      case 'settings':
        return NOBODY;
      default:
        throw new Error(`${stream}: nobody said whose it is`);
    }
  };
};
