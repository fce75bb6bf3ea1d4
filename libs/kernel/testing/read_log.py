"""Reads, opens and verifies an embedded log. Written from FORMAT.md alone: Python's standard library and cryptography.

  read_log.py FOLDER           every record of the log in that folder, opened with the keys of its vault, as JSON lines;
                               the bytes of each document are opened and compared with its record
  read_log.py FOLDER --key KEY…  what each of these keys of envelopes (hexadecimal) opens in that log, as JSON lines; of a
                               document the hash of the bytes that it opens
"""
import base64
import hashlib
import hmac
import json
import os
import sqlite3
import sys
import uuid

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NAMESPACE = uuid.UUID('d05a0000-b5f1-4d5c-9b0f-d05a5ea1ed1d')


def unbase64url(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()


def mac(key, *parts):
    return hmac.new(key, '\0'.join(parts).encode(), hashlib.sha256).digest()


def check(key):
    return base64url(mac(key, 'check')[:16])


def decrypt(key, place, sealed):
    return AESGCM(key).decrypt(unbase64url(sealed['n']), unbase64url(sealed['c']), place.encode())


def canonical(value):
    """RFC 8785 for what records hold: integers, no fractions."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode('utf-16-be', 'surrogatepass'))
        return '{' + ','.join(json.dumps(name, ensure_ascii=False) + ':' + canonical(value[name]) for name in names) + '}'
    if isinstance(value, list):
        return '[' + ','.join(canonical(item) for item in value) + ']'
    if isinstance(value, float):
        raise ValueError('a fraction')
    return json.dumps(value, ensure_ascii=False)


def event_id(command, stream, revision):
    name = '\0'.join([command, stream, str(revision)]).encode()
    digest = hashlib.sha1(NAMESPACE.bytes + name).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def laid_over(data, personal):
    if personal is None:
        return data
    if isinstance(personal, list) and isinstance(data, list):
        return [laid_over(item, over) for item, over in zip(data, personal, strict=True)]
    if isinstance(personal, dict) and isinstance(data, dict):
        return {**data, **{name: laid_over(data.get(name), over) for name, over in personal.items()}}
    return personal


class Tree:
    """RFC 6962: the roots of the full subtrees so far, largest first."""

    def __init__(self):
        self.size = 0
        self.roots = []

    def append(self, leaf):
        size = self.size
        while size & 1:
            leaf = hashlib.sha256(b'\1' + self.roots.pop() + leaf).digest()
            size >>= 1
        self.roots.append(leaf)
        self.size += 1

    def root(self):
        node = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            node = hashlib.sha256(b'\1' + left + node).digest()
        return node


class Keys:
    """The data keys of a vault, opened with its master key."""

    def __init__(self, folder):
        vault = sqlite3.connect(f'file:{folder}/vault.db?mode=ro', uri=True)
        self.secrets = dict(vault.execute('SELECT key, value FROM secrets'))
        with open(os.path.join(folder, 'master.key'), encoding='ascii') as file:
            masters = [bytes.fromhex(line) for line in file.read().split()]
        self.masters = {check(master): master for master in masters}

    def unwrapped(self, place):
        value = self.secrets[place]
        if value == 'destroyed':
            return None
        wrapped = json.loads(value)
        master = self.masters[wrapped['m']]
        return unbase64url(decrypt(mac(master, 'wrap'), place, wrapped).decode())

    def record_key(self, envelope, record, what):
        owner, generation, wanted = envelope['k'].split('/')
        data_key = self.unwrapped(f'key/{owner}/{generation}')
        if data_key is None:
            return None
        key = mac(data_key, 'record', record['id'], what)
        if check(key) != wanted:
            raise ValueError(f'{record["id"]}: not the key it was sealed with')
        return key


def envelopes(record):
    """What is sealed in a record, in the order in which it is laid over the rest."""
    for name in ('name', 'contact', 'content'):
        if name in (record['personal'] or {}):
            yield name, record['personal'][name]
    if record['origin'] is not None:
        yield 'origin', record['origin']


def opened(record, what, envelope, key):
    return json.loads(decrypt(key, f'{record["id"]}|{what}', envelope))


def document(folder, data):
    """The bytes of a document, by what its record says."""
    blob, size, key = data['blobId'], data['size'], unbase64url(data['bytesKey'])
    with open(os.path.join(folder, 'blobs', blob[:2], blob), 'rb') as file:
        kept = file.read()
    last = max(size - 1, 0) // 65536
    assert len(kept) == size + 16 * (last + 1), f'{blob} has another size'
    plain = b''.join(
        AESGCM(key).decrypt(
            bytes(7) + bytes([number == last]) + number.to_bytes(4, 'big'),
            kept[number * 65552:(number + 1) * 65552],
            None)
        for number in range(last + 1))
    assert hashlib.sha256(plain).hexdigest() == data['sha256'], f'{blob} has another hash'
    return plain


def records(folder):
    log = sqlite3.connect(f'file:{folder}/log.db?mode=ro', uri=True)
    yield from log.execute(
        'SELECT position, name, revision, leaf, text FROM records JOIN streams ON key = stream ORDER BY position')


def read(folder):
    keys = Keys(folder)
    tree = Tree()
    head = json.loads(keys.secrets['log/head']) if 'log/head' in keys.secrets else None
    count = opened_count = documents = 0
    next_revision = {}
    for position, stream, revision, leaf, text in records(folder):
        record = json.loads(text)
        assert position == tree.size + 1, f'a gap before position {position}'
        assert canonical(record) == text, f'position {position} is not canonical'
        assert record['v'] == 2, f'position {position} has another format: {record["v"]}'
        assert (record['stream'], record['revision']) == (stream, revision), f'position {position} stands elsewhere'
        assert revision == next_revision.get(stream, 0), f'position {position} does not follow in {stream}'
        next_revision[stream] = revision + 1
        assert record['id'] == event_id(record['command']['id'], stream, revision), f'position {position} has another id'
        assert leaf == hashlib.sha256(b'\0' + text.encode()).digest(), f'position {position} has another hash'
        tree.append(leaf)
        if head and head['size'] == tree.size:
            assert base64.b64encode(tree.root()).decode() == head['root'], 'the head that was known is another'
        if position == 1:
            assert record['type'] == 'InstallationFounded'
            assert record['data']['check'] == check(keys.unwrapped('purpose/root/1')), 'the vault of another installation'
        count += 1
        origin = None
        for what, envelope in envelopes(record):
            key = keys.record_key(envelope, record, what)
            if key is None:
                continue
            value = opened(record, what, envelope, key)
            opened_count += 1
            if what == 'origin':
                origin = value
            else:
                record['data'] = laid_over(record['data'], value)
        if record['type'] == 'FileUploaded' and 'bytesKey' in record['data']:
            document(folder, record['data'])
            documents += 1
        del record['personal']
        record['origin'] = origin
        print(json.dumps(record, ensure_ascii=False))
    root = base64.b64encode(tree.root()).decode()
    print(json.dumps({'records': count, 'envelopes': opened_count, 'documents': documents, 'root': root}), file=sys.stderr)


def read_with(folder, keys):
    """With keys of single records alone, without vault and master key: whatever each opens in the whole log."""
    for *_, text in records(folder):
        record = json.loads(text)
        for what, envelope in envelopes(record):
            for key in keys:
                try:
                    data = opened(record, what, envelope, key)
                except InvalidTag:
                    continue
                has_bytes = record['type'] == 'FileUploaded' and what == 'content'
                opens = hashlib.sha256(document(folder, {**record['data'], **data})).hexdigest() if has_bytes else None
                print(json.dumps([record['id'], what, data, key.hex(), opens], ensure_ascii=False))


if __name__ == '__main__':
    if sys.argv[2:3] == ['--key']:
        read_with(sys.argv[1], [bytes.fromhex(key) for key in sys.argv[3:]])
    else:
        read(sys.argv[1])
