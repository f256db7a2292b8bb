package tribununits

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Vector is one question with its answer.
type Vector struct {
	ID      string
	Why     string
	Clauses []string
	Input   map[string]any
	Expect  map[string]any
}

type alternatives []map[string][]string

type manifestFile struct {
	Editions map[string]struct {
		Readings map[string]struct{ Default string }
	}
	Files map[string]struct {
		Vectors map[string]int
		Outside map[string]string
	}
}

type topicFile struct {
	Editions  []string
	Questions []struct {
		ID, Why string
		Input   map[string]any
		Answers []struct {
			Editions, Clauses []string
			Holds             alternatives
			Expect            map[string]any
		}
	}
}

// Root is the folder of the vectors: that of this checkout, or where LUDEX_VECTORS points.
func Root() string {
	if other := os.Getenv("LUDEX_VECTORS"); other != "" {
		return other
	}
	return filepath.Join("..", "..", "..", "vectors")
}

func load(into any, path ...string) error {
	text, err := os.ReadFile(filepath.Join(append([]string{Root()}, path...)...))
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// Read gives the vectors of a file that hold in an edition under the default readings, but for those that lie outside of
// what the engine promises; the file must hold as many as the manifest lists.
func Read(game, edition, topic string, promises ...string) ([]Vector, error) {
	var manifest manifestFile
	var file topicFile
	name := "topics/" + topic + ".json"
	if err := load(&manifest, game, "manifest.json"); err != nil {
		return nil, err
	}
	if err := load(&file, game, name); err != nil {
		return nil, err
	}
	facts, readings := manifest.Files[name], map[string]string{}
	for entry, one := range manifest.Editions[edition].Readings {
		readings[entry] = one.Default
	}
	outside := map[int]bool{}
	for _, promise := range promises {
		spans(facts.Outside[promise], outside)
	}
	found, held, number := []Vector{}, 0, -1
	for _, question := range file.Questions {
		for _, answer := range question.Answers {
			number++
			editions := answer.Editions
			if len(editions) == 0 {
				editions = file.Editions
			}
			if !contains(editions, edition) {
				continue
			}
			held++
			if answer.Holds.hold(readings) && !outside[number] {
				found = append(found, Vector{question.ID, question.Why, answer.Clauses, question.Input, answer.Expect})
			}
		}
	}
	if held == 0 || held != facts.Vectors[edition] {
		return nil, fmt.Errorf("%s holds %d vectors of %s, the manifest says %d", name, held, edition, facts.Vectors[edition])
	}
	return found, nil
}

// spans adds the numbers of a text such as 0-88,91.
func spans(text string, into map[int]bool) {
	for _, span := range strings.Split(text, ",") {
		first, last, isSpan := strings.Cut(span, "-")
		if !isSpan {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, _ := strconv.Atoi(last)
		for number := from; err == nil && number <= to; number++ {
			into[number] = true
		}
	}
}

// hold says whether any alternative is met in all its readings; no alternative at all means always.
func (holds alternatives) hold(readings map[string]string) bool {
	for _, one := range holds {
		met := true
		for entry, allowed := range one {
			met = met && contains(allowed, readings[entry])
		}
		if met {
			return true
		}
	}
	return len(holds) == 0
}

func contains(all []string, wanted string) bool {
	for _, one := range all {
		if one == wanted {
			return true
		}
	}
	return false
}

// MustBeRefused says whether the answer is a refusal.
func (vector Vector) MustBeRefused() bool {
	return vector.Expect["illegal"] != nil || vector.Expect["unreadable"] != nil
}
