package tribununits

import (
	"encoding/json"
	"reflect"
	"testing"
)

// What the implementation promises not to be for: its types leave no room for malformed input.
var promises = []string{"well-formed"}

// answers gives the implementation's answer to the question of each file, or an error for a refusal.
var answers = map[string]func(input map[string]any) (any, error){
	"codec-unit": func(input map[string]any) (any, error) {
		unit, err := ReadByte(whole(input["byte"]))
		return map[string]any{"unit": unit}, err
	},
	"codec-cid": func(input map[string]any) (any, error) {
		x, y, err := Tile(whole(input["cid"]))
		return map[string]any{"x": x, "y": y}, err
	},
	"normalize": func(input map[string]any) (any, error) {
		var unit Unit
		travelled(input["unit"], &unit)
		return map[string]any{"unit": Normalized(unit)}, nil
	},
}

func whole(value any) int {
	read, err := value.(json.Number).Int64()
	if err != nil {
		panic(err)
	}
	return int(read)
}

// travelled reads a value as it would travel.
func travelled(value any, into any) {
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic(err)
	}
}

func TestVectors(t *testing.T) {
	for _, edition := range []string{"2026-01", "2026-04"} {
		for topic, answer := range answers {
			vectors, err := Read("tribun", edition, topic, promises...)
			if err != nil {
				t.Fatal(err)
			}
			if len(vectors) == 0 {
				t.Fatalf("nothing of %s is left to ask", topic)
			}
			t.Run(topic+"@"+edition, func(t *testing.T) {
				for _, vector := range vectors {
					judge(t, vector, answer)
				}
			})
		}
	}
}

func judge(t *testing.T, vector Vector, answer func(map[string]any) (any, error)) {
	given, err := answer(vector.Input)
	if err != nil || vector.MustBeRefused() {
		if (err != nil) != vector.MustBeRefused() {
			t.Errorf("%s: expected %v, got %v, %v (%v)", vector.ID, vector.Expect, given, err, vector.Clauses)
		}
		return
	}
	var got, expected any
	travelled(given, &got)
	travelled(vector.Expect, &expected)
	if !reflect.DeepEqual(got, expected) {
		t.Errorf("%s: expected %v, got %v (%v)", vector.ID, expected, got, vector.Clauses)
	}
}
