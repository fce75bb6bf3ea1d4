#!/bin/bash
# MongoDB as a replica set of one, which has transactions. Its members know each other by a key: there is only one, so the
# key is made here and leaves the container never.
set -euo pipefail
key=/data/configdb/replica-set.key
if [ ! -s "$key" ]; then
  head -c 756 /dev/urandom | base64 --wrap=0 >"$key"
fi
chown mongodb:mongodb "$key"
chmod 400 "$key"
exec docker-entrypoint.sh mongod --replSet rs0 --keyFile "$key" --bind_ip_all
