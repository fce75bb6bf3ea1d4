// Whose each record is, computed once more from the opened records alone, by the rule of the architecture (section 3).

const NOBODY = { firmId: null, clientId: null };
const only = (values) => (new Set(values).size === 1 ? values[0] : null);

export const tenants = () => {
  const [firmOf, users, bulks, places] = [new Map(), new Map(), new Map(), new Map()];
  const ofClient = (id) => (id === null ? NOBODY : { firmId: firmOf.get(id) ?? null, clientId: id });
  const ofPlace = ({ clientId, firmId }) => (clientId === null ? { firmId, clientId } : ofClient(clientId));
  const ofUser = (id) => {
    const { role, firmId, clientIds } = users.get(id) ?? { role: 'admin' };
    if (role === 'admin') return NOBODY;
    if (role === 'accountant') return { firmId, clientId: null };
    return {
      firmId: only(clientIds.map((each) => firmOf.get(each))),
      clientId: clientIds.length === 1 ? clientIds[0] : null,
    };
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
        return ofClient(bulks.get(stream));
      case 'conversation':
        return ofPlace(places.get(id));
      case 'message':
      case 'reader':
        return ofPlace(places.get(data.conversationId));
      case 'user':
      case 'inbox':
      case 'search':
        return ofUser(id);
      case 'session':
        return ofUser(data.userId);
      case 'reads':
        return type === 'FileDownloaded' || type === 'AccessRefused' ? ofClient(data.clientId) : NOBODY;
      case 'installation':
      case 'settings':
        return NOBODY;
      default:
        throw new Error(`${stream}: nobody said whose it is`);
    }
  };
};
