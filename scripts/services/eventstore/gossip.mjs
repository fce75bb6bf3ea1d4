// What the nodes of a cluster say of each other.
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const { MemberInfo } = gossip;
const { VNodeState } = MemberInfo;
const STATES = { leader: VNodeState.LEADER, follower: VNodeState.FOLLOWER, unknown: VNodeState.UNKNOWN };

/** The same for a node of the same cluster each time. */
const idOf = (cluster, port) =>
  `${Buffer.from(cluster.padEnd(4, '0').slice(0, 4)).toString('hex')}-0000-4000-8000-${String(port).padStart(12, '0')}`;

const memberOf = (cluster, { port, state, alive = true }) =>
  new MemberInfo()
    .setInstanceId(new shared.UUID().setString(idOf(cluster, port)))
    .setTimeStamp(String(Date.now() * 10_000))
    .setState(STATES[state])
    .setIsAlive(alive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));

export const gossipOf = (control, port) => ({
  async read(_call, answer) {
    await control.late();
    const { members, cluster = 'a' } = control.now();
    const known = members.length > 0 ? members : [{ port, state: 'leader' }];
    answer(null, new gossip.ClusterInfo().setMembersList(known.map((member) => memberOf(cluster, member))));
  },
});
