#!/bin/bash
# An S3 server for tests: Ceph's gateway over one daemon of each kind, on loopback, everything in memory.
#   s3.sh up DIR PORT      makes it anew; user and secret are "dosar" and "dosar-secret"
#   s3.sh pause|resume DIR PORT    stops the gateway alone, and starts it again over the same objects
#   s3.sh down DIR
# Packages: radosgw ceph-mon ceph-osd ceph-common
set -euo pipefail
do=$1 dir=$2 port=${3:-17480}
conf=(-c "$dir/ceph.conf") keyring=$dir/keyring

end() { for name in "$@"; do [ ! -f "$dir/$name.pid" ] || kill -KILL "$(cat "$dir/$name.pid")" 2>/dev/null || true; done; }

serve() {
  nohup radosgw -f -n client.rgw "${conf[@]}" --keyring "$keyring" --rgw-frontends "beast endpoint=127.0.0.1:$port" \
    >"$dir/run/rgw.out" 2>&1 &
  echo $! >"$dir/rgw.pid"
  for _ in $(seq 300); do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    sleep 0.2
  done
  echo 'the S3 gateway did not start' >&2
  exit 1
}

case $do in
down) end rgw osd mon && exit ;;
pause) end rgw && exit ;;
resume) serve && exit ;;
up) ;;
*) sed -n 's/^#   //p' "$0" >&2 && exit 2 ;;
esac

[ ! -d "$dir" ] || end rgw osd mon
rm -rf "$dir"
mkdir -p "$dir"/{mon,osd,rgwdata,run}
cat >"$dir/ceph.conf" <<CONF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_initial_members = a
mon_host = [v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
auth_cluster_required = cephx
auth_service_required = cephx
auth_client_required = cephx
auth_allow_insecure_global_id_reclaim = true
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
osd_objectstore = memstore
memstore_device_bytes = 2147483648
ms_bind_ipv6 = false
keyring = $keyring
run_dir = $dir/run
admin_socket = $dir/run/\$name.\$pid.asok
pid_file = $dir/run/\$name.pid
log_file = $dir/run/\$name.log
crash_dir = $dir/run
mon_data = $dir/mon
osd_data = $dir/osd
rgw_data = $dir/rgwdata
CONF

ceph-authtool --create-keyring "$keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
for name in client.admin osd.0 client.rgw; do
  case $name in
  client.admin) caps=(--cap mon 'allow *' --cap osd 'allow *') ;;
  osd.0) caps=(--cap mon 'allow profile osd' --cap osd 'allow *') ;;
  client.rgw) caps=(--cap mon 'allow rw' --cap osd 'allow rwx') ;;
  esac
  ceph-authtool "$keyring" --gen-key -n $name "${caps[@]}" >/dev/null
done
monmaptool --create --fsid "$(sed -n 's/^fsid = //p' "$dir/ceph.conf")" \
  --addv a "[v2:127.0.0.1:$((port + 1)),v1:127.0.0.1:$((port + 2))]" "$dir/monmap" >/dev/null
ceph-mon -i a --mkfs --monmap "$dir/monmap" --keyring "$keyring" "${conf[@]}"
cp "$keyring" "$dir/mon/keyring"
nohup ceph-mon -i a -f "${conf[@]}" --keyring "$keyring" >"$dir/run/mon.out" 2>&1 &
echo $! >"$dir/mon.pid"
timeout 30 ceph "${conf[@]}" osd create >/dev/null
ceph-osd -i 0 --mkfs "${conf[@]}" --keyring "$keyring" >"$dir/run/mkfs.out" 2>&1
nohup ceph-osd -i 0 -f "${conf[@]}" --keyring "$keyring" >"$dir/run/osd.out" 2>&1 &
echo $! >"$dir/osd.pid"
for _ in $(seq 100); do
  if timeout 10 ceph "${conf[@]}" osd stat | grep -q '1 up'; then break; fi
  sleep 0.2
done
timeout 120 radosgw-admin "${conf[@]}" user create --uid=dosar --display-name=dosar --access-key=dosar \
  --secret=dosar-secret >/dev/null 2>"$dir/run/admin.err"
serve
