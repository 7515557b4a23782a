#!/bin/sh
# seq 4 | parallel -j 4 sh parallel.sh {} 4 EXPERIMENT...
share=$1 of=$2
shift 2
exec surefoot lab "$@" --shard "$share/$of" --out "share-$share" --resume --quiet --threads 1
