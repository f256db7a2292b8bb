package main

// What the types of a game read values with. Ours and optional, as they are: a value of another shape is unreadable.

import (
	"encoding/json"
	"math"
	"unicode/utf8"
)

// None stands for a bound that there is not.
const (
	least int64 = math.MinInt64
	most  int64 = math.MaxInt64
)

func require(sound bool) {
	if !sound {
		panic(unreadable())
	}
}

func fields(value any, required []string, optional []string) Object {
	object, isObject := value.(Object)
	require(isObject)
	found := 0
	for _, name := range required {
		_, has := object[name]
		require(has)
		found++
	}
	for _, name := range optional {
		if _, has := object[name]; has {
			found++
		}
	}
	require(found == len(object))
	return object
}

func asWhole(value any, from, to int64) int64 {
	number, isNumber := value.(json.Number)
	require(isNumber)
	read, err := number.Int64()
	require(err == nil && from <= read && read <= to)
	return read
}

func asText(value any, from, to int64) string {
	read, isText := value.(string)
	require(isText)
	length := int64(utf8.RuneCountInString(read))
	require(from <= length && length <= to)
	return read
}

func asFlag(value any) bool {
	read, isFlag := value.(bool)
	require(isFlag)
	return read
}

func listOf[T any](value any, from, to int64, read func(any) T) []T {
	given, isList := value.([]any)
	require(isList && from <= int64(len(given)) && int64(len(given)) <= to)
	items := make([]T, 0, len(given))
	for _, item := range given {
		items = append(items, read(item))
	}
	return items
}

// What reads an item of a list, or what may be null.

func anything(value any) any { return value }

func asWholeIn(from, to int64) func(any) int64 {
	return func(value any) int64 { return asWhole(value, from, to) }
}

func asTextIn(from, to int64) func(any) string {
	return func(value any) string { return asText(value, from, to) }
}

func listIn[T any](from, to int64, read func(any) T) func(any) []T {
	return func(value any) []T { return listOf(value, from, to, read) }
}

func nilOr[T any](read func(any) T) func(any) *T {
	return func(value any) *T { return orNil(value, read) }
}

func orNil[T any](value any, read func(any) T) *T {
	if value == nil {
		return nil
	}
	given := read(value)
	return &given
}

func written[T any](items []T, write func(T) any) []any {
	all := make([]any, 0, len(items))
	for _, item := range items {
		all = append(all, write(item))
	}
	return all
}
