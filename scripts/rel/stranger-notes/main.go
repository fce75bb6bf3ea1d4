// Reads heads and tiles of Dosar with golang.org/x/mod, which knows nothing of it.
package main

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type folder string

func (f folder) Height() int                              { return 8 }
func (f folder) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, t := range tiles {
		bytes, err := os.ReadFile(filepath.Join(string(f), strings.Replace(t.Path(), "tile/8/", "tile/", 1)))
		if err != nil {
			return nil, err
		}
		all = append(all, bytes)
	}
	return all, nil
}

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	dir := os.Args[1]
	key, err := os.ReadFile(filepath.Join(dir, "key"))
	must(err)
	verifier, err := note.NewVerifier(strings.TrimSpace(string(key)))
	must(err)
	notes, err := filepath.Glob(filepath.Join(dir, "heads", "*"))
	must(err)
	var newest tlog.Tree
	for _, file := range notes {
		text, err := os.ReadFile(file)
		must(err)
		opened, err := note.Open(text, note.VerifierList(verifier))
		must(err)
		lines := strings.Split(opened.Text, "\n")
		size, err := strconv.ParseInt(lines[1], 10, 64)
		must(err)
		hash, err := tlog.ParseHash(lines[2])
		must(err)
		root, err := tlog.TreeHash(size, tlog.TileHashReader(tlog.Tree{N: size, Hash: hash}, folder(dir)))
		must(err)
		if root != hash {
			must(fmt.Errorf("the root over %d records is %v, not %v", size, root, hash))
		}
		if size > newest.N {
			newest = tlog.Tree{N: size, Hash: hash}
		}
	}
	reader := tlog.TileHashReader(newest, folder(dir))
	file, err := os.Open(filepath.Join(dir, "records"))
	must(err)
	scanner := bufio.NewScanner(file)
	scanner.Buffer(make([]byte, 1<<20), 1<<24)
	var leaves int64
	for scanner.Scan() {
		proof, err := tlog.ProveRecord(newest.N, leaves, reader)
		must(err)
		must(tlog.CheckRecord(proof, newest.N, newest.Hash, leaves, tlog.RecordHash(scanner.Bytes())))
		leaves++
	}
	pairs := 0
	for ; pairs < 1000; pairs++ {
		first := 1 + rand.Int63n(newest.N)
		proof, err := tlog.ProveTree(newest.N, first, reader)
		must(err)
		root, err := tlog.TreeHash(first, reader)
		must(err)
		must(tlog.CheckTree(proof, newest.N, newest.Hash, first, root))
	}
	fmt.Printf("heads %d, records %d of %d, pairs of trees %d\n", len(notes), leaves, newest.N, pairs)
}
