#!/usr/bin/perl
# Reads, opens and verifies an embedded log. Written from FORMAT.md alone, in Perl 5 without any module that does not come with
# it: SQLite's files and AES-256-GCM are read by their public descriptions, so that nothing of what else reads them is trusted.
#
#   read_log.pl FOLDER             every record of the log in that folder, opened with the keys of its vault, as JSON lines;
#                                  the bytes of each document are opened and compared with its record
#   read_log.pl FOLDER --key KEY…  what each of these keys of envelopes (hexadecimal) opens in that log, as JSON lines; of a
#                                  document the hash of the bytes that it opens
use strict;
use warnings;
use Digest::SHA qw(sha1 sha256 sha256_hex hmac_sha256);
use MIME::Base64 qw(encode_base64 decode_base64 encode_base64url decode_base64url);

# ---- SQLite's file format 3 (sqlite.org/fileformat2.html), as much as a whole file with plain tables needs

sub file_of {
    my ($path) = @_;
    die "$path-wal has what the file has not: stop Dosar first\n" if -s "$path-wal" or -s "$path-journal";
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    my $bytes = <$file>;
    die "$path is no database\n" unless substr($bytes, 0, 16) eq "SQLite format 3\0";
    my $size = unpack 'n', substr $bytes, 16, 2;
    return { bytes => $bytes, page => $size == 1 ? 65536 : $size, reserved => ord substr $bytes, 20, 1 };
}

sub varint {
    my ($bytes, $at) = @_;
    my $value = 0;
    for my $index (0 .. 8) {
        my $byte = ord substr $$bytes, $at + $index, 1;
        return (($value << 8) | $byte, $at + 9) if $index == 8;
        $value = ($value << 7) | ($byte & 0x7f);
        return ($value, $at + $index + 1) if $byte < 0x80;
    }
}

# What a cell holds, with what of it stands on other pages.
sub payload {
    my ($db, $at, $length, $is_table) = @_;
    my $usable = $db->{page} - $db->{reserved};
    my $most = $is_table ? $usable - 35 : int(($usable - 12) * 64 / 255) - 23;
    return substr $db->{bytes}, $at, $length if $length <= $most;
    my $least = int(($usable - 12) * 32 / 255) - 23;
    my $here = $least + ($length - $least) % ($usable - 4);
    $here = $least if $here > $most;
    my $found = substr $db->{bytes}, $at, $here;
    my $next = unpack 'N', substr $db->{bytes}, $at + $here, 4;
    while (length $found < $length) {
        my $place = ($next - 1) * $db->{page};
        my $left = $length - length $found;
        $found .= substr $db->{bytes}, $place + 4, $left < $usable - 4 ? $left : $usable - 4;
        $next = unpack 'N', substr $db->{bytes}, $place, 4;
    }
    return $found;
}

sub values_of {
    my ($record) = @_;
    my ($header, $at) = varint(\$record, 0);
    my ($body, @values) = ($header);
    while ($at < $header) {
        (my $type, $at) = varint(\$record, $at);
        if ($type >= 12) {
            my $length = int(($type - 12) / 2);
            push @values, substr $record, $body, $length;
            $body += $length;
        } elsif ($type == 8 or $type == 9) {
            push @values, $type - 8;
        } elsif ($type == 0) {
            push @values, undef;
        } else {
            my $length = (0, 1, 2, 3, 4, 6, 8)[$type];
            my $number = 0;
            $number = $number * 256 + ord for split //, substr $record, $body, $length;
            push @values, $number;
            $body += $length;
        }
    }
    return @values;
}

# Calls back with the number and the values of each row, in their order.
sub rows {
    my ($db, $root, $each) = @_;
    my $start = ($root - 1) * $db->{page};
    my $head = $root == 1 ? 100 : $start;
    my $kind = ord substr $db->{bytes}, $head, 1;
    my $is_table = $kind == 5 || $kind == 13;
    my $is_inner = $kind == 5 || $kind == 2;
    my $count = unpack 'n', substr $db->{bytes}, $head + 3, 2;
    for my $index (0 .. $count - 1) {
        my $at = $start + unpack 'n', substr $db->{bytes}, $head + ($is_inner ? 12 : 8) + 2 * $index, 2;
        if ($is_inner) {
            rows($db, unpack('N', substr $db->{bytes}, $at, 4), $each);
            $at += 4;
            next if $is_table;
        }
        (my $length, $at) = varint(\$db->{bytes}, $at);
        (my $number, $at) = $is_table ? varint(\$db->{bytes}, $at) : (0, $at);
        $each->($number, values_of(payload($db, $at, $length, $is_table)));
    }
    rows($db, unpack('N', substr $db->{bytes}, $head + 8, 4), $each) if $is_inner;
}

sub table {
    my ($db, $name, $each) = @_;
    my $root;
    rows($db, 1, sub { my (undef, $type, undef, $table, $page) = @_; $root = $page if $type eq 'table' && $table eq $name });
    die "there is no table $name\n" unless $root;
    rows($db, $root, $each);
}

# ---- JSON (RFC 8259): texts are bytes of UTF-8; numbers, true, false and null are references to how they are written

sub parsed {
    my ($text) = @_;
    pos($text) = 0;
    my $value = value_in(\$text);
    die "there is more behind it\n" if $text !~ /\G\s*\z/gc;
    return $value;
}

my %escaped = (b => "\b", f => "\f", n => "\n", r => "\r", t => "\t", '"' => '"', '\\' => '\\', '/' => '/');

sub utf8_of {
    my ($code) = @_;
    my $letter = chr $code;
    utf8::encode($letter);
    return $letter;
}

sub text_in {
    my ($text) = @_;
    $$text =~ /\G"((?:[^"\\]|\\.)*)"/gcs or die "no text at " . pos($$text) . "\n";
    my $found = $1;
    $found =~ s{\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)|\\u(....)|\\(.)}{
        defined $1 ? utf8_of(0x10000 + ((hex($1) - 0xd800) << 10) + hex($2) - 0xdc00)
            : defined $3 ? (hex($3) & 0xf800) == 0xd800 ? die "half a letter\n" : utf8_of(hex $3) : $escaped{$4}
    }ge if index($found, '\\') >= 0;
    return $found;
}

sub value_in {
    my ($text) = @_;
    $$text =~ /\G\s+/gc;
    if ($$text =~ /\G\{\s*/gc) {
        my %members;
        until ($$text =~ /\G\s*\}/gc) {
            my $name = text_in($text);
            $$text =~ /\G\s*:/gc or die "no colon\n";
            die "$name stands twice\n" if exists $members{$name};
            $members{$name} = value_in($text);
            $$text =~ /\G\s*,\s*/gc;
        }
        return \%members;
    }
    if ($$text =~ /\G\[/gc) {
        my @items;
        until ($$text =~ /\G\s*\]/gc) {
            push @items, value_in($text);
            $$text =~ /\G\s*,/gc;
        }
        return \@items;
    }
    if ($$text =~ /\G(-?\d[\d.eE+-]*|true|false|null)/gc) {
        my $written = $1;
        return \$written;
    }
    return text_in($text);
}

sub is_null { ref $_[0] eq 'SCALAR' && ${ $_[0] } eq 'null' }

my %escape = ("\b" => '\\b', "\f" => '\\f', "\n" => '\\n', "\r" => '\\r', "\t" => '\\t', '"' => '\\"', '\\' => '\\\\');

sub quoted {
    my ($text) = @_;
    $text =~ s/([\x00-\x1f"\\])/$escape{$1} || sprintf '\\u%04x', ord $1/ge;
    return qq{"$text"};
}

# By code units of UTF-16, which differs from the order of UTF-8 beyond the first 65,536 letters.
sub units {
    my ($text) = @_;
    utf8::decode($text) or die "no UTF-8\n";
    return join '', map { my $code = ord; $code < 0x10000 ? pack 'n', $code
        : pack 'nn', 0xd800 + (($code - 0x10000) >> 10), 0xdc00 + (($code - 0x10000) & 0x3ff) } split //, $text;
}

# RFC 8785 for what records hold: whole numbers.
sub canonical {
    my ($value) = @_;
    if (ref $value eq 'HASH') {
        my @names = grep(/[^\x00-\x7f]/, keys %$value) ? sort { units($a) cmp units($b) } keys %$value : sort keys %$value;
        return '{' . join(',', map { quoted($_) . ':' . canonical($value->{$_}) } @names) . '}';
    }
    return '[' . join(',', map { canonical($_) } @$value) . ']' if ref $value eq 'ARRAY';
    return quoted($value) unless ref $value;
    die "$$value is no whole number\n" unless $$value =~ /^(?:0|-?[1-9]\d*|true|false|null)$/;
    return $$value;
}

# ---- AES-256-GCM (FIPS 197, NIST SP 800-38D)

my (@box, @round);
{
    my ($power, $inverse) = (1, 1);
    do {
        $power ^= ($power << 1 & 0xff) ^ ($power & 0x80 ? 0x1b : 0);
        $inverse ^= $inverse << $_ for 1, 2, 4;
        $inverse &= 0xff;
        $inverse ^= 0x09 if $inverse & 0x80;
        my $turned = 0;
        $turned ^= ($inverse << $_ | $inverse >> (8 - $_)) & 0xff for 0 .. 4;
        $box[$power] = $turned ^ 0x63;
    } while ($power != 1);
    $box[0] = 0x63;
    for my $byte (0 .. 255) {
        my $once = $box[$byte];
        my $twice = ($once << 1 & 0xff) ^ ($once & 0x80 ? 0x1b : 0);
        my $word = $twice << 24 | $once << 16 | $once << 8 | ($twice ^ $once);
        for my $turn (0 .. 3) {
            $round[$turn][$byte] = $word;
            $word = $word >> 8 | ($word & 0xff) << 24;
        }
    }
}

sub boxed { my ($word) = @_; return $box[$word >> 24] << 24 | $box[$word >> 16 & 255] << 16 | $box[$word >> 8 & 255] << 8 | $box[$word & 255] }

sub schedule {
    my @words = unpack 'N8', $_[0];
    my $constant = 1;
    for my $index (8 .. 59) {
        my $word = $words[$index - 1];
        if ($index % 8 == 0) {
            $word = boxed(($word << 8 | $word >> 24) & 0xffffffff) ^ $constant << 24;
            $constant <<= 1;
        } elsif ($index % 8 == 4) {
            $word = boxed($word);
        }
        push @words, $words[$index - 8] ^ $word;
    }
    return \@words;
}

sub block {
    my ($words, @state) = @_;
    $state[$_] ^= $words->[$_] for 0 .. 3;
    my ($first, $second, $third, $fourth) = @round;
    for my $turn (1 .. 13) {
        my $at = 4 * $turn;
        my ($a, $b, $c, $d) = @state;
        @state = (
            $first->[$a >> 24] ^ $second->[$b >> 16 & 255] ^ $third->[$c >> 8 & 255] ^ $fourth->[$d & 255] ^ $words->[$at],
            $first->[$b >> 24] ^ $second->[$c >> 16 & 255] ^ $third->[$d >> 8 & 255] ^ $fourth->[$a & 255] ^ $words->[$at + 1],
            $first->[$c >> 24] ^ $second->[$d >> 16 & 255] ^ $third->[$a >> 8 & 255] ^ $fourth->[$b & 255] ^ $words->[$at + 2],
            $first->[$d >> 24] ^ $second->[$a >> 16 & 255] ^ $third->[$b >> 8 & 255] ^ $fourth->[$c & 255] ^ $words->[$at + 3],
        );
    }
    my @last;
    for my $index (0 .. 3) {
        my ($a, $b, $c, $d) = @state[map { ($index + $_) % 4 } 0 .. 3];
        push @last, ($box[$a >> 24] << 24 | $box[$b >> 16 & 255] << 16 | $box[$c >> 8 & 255] << 8 | $box[$d & 255]) ^ $words->[56 + $index];
    }
    return pack 'N4', @last;
}

# Half a byte at a time: what is shifted out at the end comes in again by this.
my @reduced = map { my $low = $_; my $high = 0; for (1 .. 4) { my $bit = $low & 1; $low >>= 1; $high = $high >> 1 ^ ($bit ? 0xe1 << 56 : 0) } $high } 0 .. 15;

sub ghash {
    my ($key, $bytes) = @_;
    my ($high, $low) = unpack 'Q>2', $key;
    my @table;
    for my $bit (8, 4, 2, 1) {
        $table[$bit] = [$high, $low];
        ($high, $low) = ($high >> 1 ^ ($low & 1 ? 0xe1 << 56 : 0), $low >> 1 | ($high & 1) << 63);
    }
    $table[0] = [0, 0];
    for my $index (3, 5, 6, 7, 9 .. 15) {
        my $top = $index & 8 || $index & 4 || 2;
        my ($one, $other) = ($table[$top], $table[$index ^ $top]);
        $table[$index] = [$one->[0] ^ $other->[0], $one->[1] ^ $other->[1]];
    }
    my ($sum_high, $sum_low) = (0, 0);
    for my $part (unpack '(a16)*', $bytes) {
        my ($a, $b) = unpack 'Q>2', $part . "\0" x (16 - length $part);
        ($a, $b) = ($a ^ $sum_high, $b ^ $sum_low);
        ($sum_high, $sum_low) = (0, 0);
        for my $word ($b, $a) {
            for (0 .. 15) {
                my $out = $sum_low & 15;
                ($sum_high, $sum_low) = ($sum_high >> 4 ^ $reduced[$out], $sum_low >> 4 | ($sum_high & 15) << 60);
                my $entry = $table[$word & 15];
                $sum_high ^= $entry->[0];
                $sum_low ^= $entry->[1];
                $word >>= 4;
            }
        }
    }
    return pack 'Q>2', $sum_high, $sum_low;
}

# Undefined where the tag is another.
sub decrypted {
    my ($key, $place, $sealed) = @_;
    return plain(schedule($key), $place, map { decode_base64url($sealed->{$_}) } qw(n c));
}

sub plain {
    my ($words, $place, $nonce, $bytes) = @_;
    my $tag = substr $bytes, -16, 16, '';
    my @nonce = unpack 'N3', $nonce;
    my $padded = sub { $_[0] . "\0" x (-length($_[0]) % 16) };
    my $sum = ghash(block($words, 0, 0, 0, 0), $padded->($place) . $padded->($bytes) . pack 'Q>2', 8 * length $place, 8 * length $bytes);
    return undef if ($sum ^ block($words, @nonce, 1)) ne $tag;
    my $stream = join '', map { block($words, @nonce, $_ + 1) } 1 .. int((15 + length $bytes) / 16);
    return $bytes ^ substr $stream, 0, length $bytes;
}

# ---- the page

my $namespace = pack 'H*', 'd05a0000b5f14d5c9b0fd05a5ea1ed1d';

sub mac { my ($key, @parts) = @_; return hmac_sha256(join("\0", @parts), $key) }
sub check { return encode_base64url(substr mac($_[0], 'check'), 0, 16) }

sub event_id {
    my @bytes = unpack 'C16', sha1($namespace . join "\0", @_);
    $bytes[6] = $bytes[6] & 0x0f | 0x50;
    $bytes[8] = $bytes[8] & 0x3f | 0x80;
    return join '-', unpack 'A8 A4 A4 A4 A12', unpack 'H*', pack 'C16', @bytes;
}

sub laid_over {
    my ($data, $over) = @_;
    return $data if is_null($over);
    return [map { laid_over($data->[$_], $over->[$_]) } 0 .. $#$data] if ref $over eq 'ARRAY' && ref $data eq 'ARRAY';
    return $over unless ref $over eq 'HASH' && ref $data eq 'HASH';
    return { %$data, map { $_ => exists $data->{$_} ? laid_over($data->{$_}, $over->{$_}) : $over->{$_} } keys %$over };
}

sub envelopes {
    my ($record) = @_;
    my ($personal, $origin) = @$record{qw(personal origin)};
    return ((map { [$_, $personal->{$_}] } grep { ref $personal eq 'HASH' && exists $personal->{$_} } qw(name contact content)),
        is_null($origin) ? () : ['origin', $origin]);
}

sub opened {
    my ($id, $what, $envelope, $key) = @_;
    my $text = decrypted($key, "$id|$what", $envelope);
    return defined $text ? parsed($text) : undef;
}

# The bytes of a document, by what its record says: chunk by chunk.
sub document {
    my ($folder, $data) = @_;
    my ($blob, $size) = ($data->{blobId}, ${ $data->{size} });
    my $path = join '/', $folder, 'blobs', substr($blob, 0, 2), $blob;
    open my $file, '<:raw', $path or die "$path: $!\n";
    local $/;
    my $kept = <$file>;
    my $last = $size == 0 ? 0 : int(($size - 1) / 65536);
    die "$blob has another size\n" unless length $kept == $size + 16 * ($last + 1);
    my $words = schedule(decode_base64url($data->{bytesKey}));
    my $bytes = join '', map {
        my $nonce = pack 'x7 C N', $_ == $last ? 1 : 0, $_;
        plain($words, '', $nonce, substr $kept, $_ * 65552, 65552) // die "$blob is damaged in chunk $_\n";
    } 0 .. $last;
    die "$blob has another hash\n" unless sha256_hex($bytes) eq $data->{sha256};
    return $bytes;
}

sub records {
    my ($folder, $each) = @_;
    my $log = file_of("$folder/log.db");
    my %names;
    table($log, 'streams', sub { my ($key, undef, $name) = @_; $names{$key} = $name });
    table($log, 'records', sub { my ($position, undef, $stream, @others) = @_; $each->($position, $names{$stream}, @others) });
}

sub keys_in {
    my ($folder) = @_;
    my %secrets;
    table(file_of("$folder/vault.db"), 'secrets', sub { my (undef, $key, $value) = @_; $secrets{$key} = $value });
    open my $file, '<', "$folder/master.key" or die "$folder/master.key: $!\n";
    my %masters = map { my $key = pack 'H*', $_; (check($key) => mac($key, 'wrap')) } map { split } <$file>;
    my %unwrapped;
    my $key_at = sub {
        my ($place) = @_;
        my $value = $secrets{$place} // die "$place is not in the vault\n";
        return undef if $value eq 'destroyed';
        return $unwrapped{$place} //= do {
            my $wrapped = parsed($value);
            my $master = $masters{ $wrapped->{m} } // die "$place was wrapped by another master key\n";
            decode_base64url(decrypted($master, $place, $wrapped) // die "$place cannot be opened\n");
        };
    };
    return (\%secrets, $key_at);
}

sub read_all {
    my ($folder) = @_;
    my ($secrets, $key_at) = keys_in($folder);
    my $head = exists $secrets->{'log/head'} ? parsed($secrets->{'log/head'}) : undef;
    my ($count, $opened, $documents, @roots, %next) = (0, 0, 0);
    my $root = sub {
        my ($node, @left) = reverse @roots;
        $node = sha256("\1$_$node") for @left;
        return encode_base64($node, '');
    };
    records($folder, sub {
        my ($position, $stream, $revision, $leaf, $text) = @_;
        my $is = sub { my ($holds, $what) = @_; die "position $position: $what\n" unless $holds };
        my $record = parsed($text);
        $is->($position == $count + 1, 'a gap before it');
        $is->(canonical($record) eq $text, 'it is not canonical');
        $is->(${ $record->{v} } eq '2', 'another format');
        $is->($record->{stream} eq $stream && ${ $record->{revision} } == $revision, 'it stands elsewhere');
        $is->($revision == ($next{$stream} // 0), "it does not follow in $stream");
        $next{$stream} = $revision + 1;
        $is->($record->{id} eq event_id($record->{command}{id}, $stream, $revision), 'another id');
        $is->($leaf eq sha256("\0$text"), 'another hash');
        $is->($count > 0 || $record->{type} eq 'InstallationFounded' && $record->{data}{check} eq check($key_at->('purpose/root/1')), 'not the beginning, or the vault of another installation');
        my $node = $leaf;
        for (my $size = $count; $size & 1; $size >>= 1) { $node = sha256("\1" . pop(@roots) . $node) }
        push @roots, $node;
        $count += 1;
        $is->($root->() eq $head->{root}, 'the head that was known is another') if $head && ${ $head->{size} } == $count;
        my $origin = \'null';
        for (envelopes($record)) {
            my ($what, $envelope) = @$_;
            my ($owner, $generation, $wanted) = split m{/}, $envelope->{k};
            my $data_key = $key_at->("key/$owner/$generation") // next;
            my $key = mac($data_key, 'record', $record->{id}, $what);
            $is->(check($key) eq $wanted, "$what was sealed with another key");
            my $value = opened($record->{id}, $what, $envelope, $key) // die "position $position: $what cannot be opened\n";
            $opened += 1;
            if ($what eq 'origin') { $origin = $value } else { $record->{data} = laid_over($record->{data}, $value) }
        }
        if ($record->{type} eq 'FileUploaded' && exists $record->{data}{bytesKey}) {
            document($folder, $record->{data});
            $documents += 1;
        }
        delete $record->{personal};
        $record->{origin} = $origin;
        print canonical($record), "\n";
    });
    print STDERR canonical({ records => \"$count", envelopes => \"$opened", documents => \"$documents", root => $root->() }), "\n";
}

# With keys of single envelopes alone, without vault and master key: whatever each opens in the whole log.
sub read_with {
    my ($folder, @keys) = @_;
    records($folder, sub {
        my $record = parsed($_[4]);
        for (envelopes($record)) {
            my ($what, $envelope) = @$_;
            for my $key (@keys) {
                my $value = opened($record->{id}, $what, $envelope, pack 'H*', $key);
                next unless defined $value;
                my $has_bytes = $record->{type} eq 'FileUploaded' && $what eq 'content';
                my $opens = $has_bytes ? sha256_hex(document($folder, laid_over($record->{data}, $value))) : \'null';
                print canonical([$record->{id}, $what, $value, $key, $opens]), "\n";
            }
        }
    });
}

my ($folder, $option, @keys) = @ARGV;
if (defined $option && $option eq '--key') { read_with($folder, @keys) } else { read_all($folder) }
