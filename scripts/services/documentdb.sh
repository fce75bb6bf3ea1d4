#!/bin/bash
# An engine that is compatible with MongoDB, for tests: DocumentDB on PostgreSQL 18, from Debian sid in a folder of its
# own, on loopback. mongodb-gateway.mjs speaks MongoDB's protocol for it.
#   documentdb.sh up ROOT PORT     an empty database; what the first time installs under ROOT is kept
#   documentdb.sh down ROOT PORT
# Packages: debootstrap. Needs root.
set -euo pipefail
do=$1 root=$2 port=${3:-15439}
bin=/usr/lib/postgresql/18/bin data=/var/lib/postgresql/documentdb-$port

end() { chroot "$root" su postgres -c "$bin/pg_ctl -D $data -m immediate stop" >/dev/null 2>&1 || true; }

case $do in
down)
  end
  rm -rf "${root:?}$data" "${root:?}$data.log"
  # others may still be running there
  compgen -G "$root/var/lib/postgresql/documentdb-*" >/dev/null || umount "$root/proc" "$root/dev"
  exit
  ;;
up) ;;
*) sed -n 's/^#   //p' "$0" >&2 && exit 2 ;;
esac

# the mirror that apt already uses
mirror=$(apt-get indextargets --format '$(RELEASE) $(REPO_URI)' 'Created-By: Packages' | awk '$1=="bookworm"{print $2; exit}')
[ -d "$root/usr" ] || debootstrap --variant=minbase sid "$root" "$mirror" >"$root.debootstrap.log" 2>&1
printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
chmod +x "$root/usr/sbin/policy-rc.d"
mountpoint -q "$root/proc" || mount --bind /proc "$root/proc"
mountpoint -q "$root/dev" || mount --bind /dev "$root/dev"
[ -e "$root/usr/lib/postgresql/18/lib/pg_documentdb.so" ] ||
  chroot "$root" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-18 postgresql-18-documentdb' \
    >"$root.apt.log" 2>&1
end
chroot "$root" sh -e <<INSIDE
rm -rf $data
install -d -o postgres -g postgres -m 700 $data
su postgres -c '$bin/initdb -D $data -A trust --locale=C.UTF-8 -E UTF8 >/dev/null'
cat >>$data/postgresql.conf <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$data'
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb,pg_documentdb_extended_rum'
cron.database_name = 'postgres'
fsync = off
CONF
su postgres -c '$bin/pg_ctl -D $data -l $data.log -w start >/dev/null'
su postgres -c "psql -q -h 127.0.0.1 -p $port -c 'set client_min_messages=warning; create extension documentdb cascade'"
INSIDE
