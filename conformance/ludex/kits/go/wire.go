package main

// The wire of Ludex, for any game: JSON-RPC 2.0, one message a line. Nothing here needs a change.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
)

// Object is what travels; numbers in it are json.Number.
type Object = map[string]any

// Method answers a question: from params to a result.
type Method func(params Object) any

// Refused is an action or a position that must not be; it travels as a result, with the clauses that it breaks, if known.
type Refused struct {
	Kind   string
	Broken []string
}

// illegal is to panic with for what can be read and is not allowed.
func illegal(broken ...string) Refused { return Refused{"illegal", broken} }

// unreadable is to panic with for what cannot be read.
func unreadable(broken ...string) Refused { return Refused{"unreadable", broken} }

// unsupported is to give back, or to panic with from wherever it turns out, for what is not written yet; it counts as
// unsupported, not as wrong.
func unsupported(reason string) any { return Object{"unsupported": Object{"reason": reason}} }

// complaint is a request that cannot be served; it travels as a JSON-RPC error.
type complaint struct {
	code    int
	message string
}

// serve answers each line, until `shutdown` comes or the input ends. What is printed meanwhile goes to the log.
func serve(hello any, methods map[string]Method) {
	out := bufio.NewWriter(os.Stdout)
	os.Stdout = os.Stderr
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			answer, last := reply(line, hello, methods)
			text, mistake := encode(answer)
			if mistake != nil {
				text, _ = encode(Object{"jsonrpc": "2.0", "id": answer["id"], "error": asError(-32603, mistake.Error())})
			}
			out.Write(text)
			if last || err != nil || in.Buffered() == 0 {
				out.Flush()
			}
			if last {
				return
			}
		}
		if err != nil {
			out.Flush()
			return
		}
	}
}

// encode gives a value as a line of JSON, in which <, > and & stand as they are.
func encode(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return text.Bytes(), err
}

// decode reads one value; a number keeps its digits.
func decode(text []byte) (any, error) {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value")
	}
	return value, nil
}

// reply gives the answer to a line, and whether it is the last one.
func reply(line []byte, hello any, methods map[string]Method) (answer Object, last bool) {
	answer = Object{"jsonrpc": "2.0", "id": nil}
	defer func() {
		switch mistake := recover().(type) {
		case nil:
		case complaint:
			answer["error"] = asError(mistake.code, mistake.message)
		default: // a mistake of yours reaches the report, and the engine goes on
			fmt.Fprintf(os.Stderr, "%v\n%s", mistake, debug.Stack())
			answer["error"] = asError(-32603, fmt.Sprint(mistake))
		}
	}()
	value, err := decode(line)
	if err != nil {
		panic(complaint{-32700, "not JSON: " + err.Error()})
	}
	request, isObject := value.(Object)
	if !isObject {
		panic(complaint{-32600, "a request is an object"})
	}
	id, hasId := request["id"]
	answer["id"] = id
	method, isText := request["method"].(string)
	if request["jsonrpc"] != "2.0" || !hasId || !isText {
		panic(complaint{-32600, `a request has "jsonrpc": "2.0", an id and a method`})
	}
	last = method == "shutdown"
	params, isObject := request["params"].(Object)
	if request["params"] != nil && !isObject {
		panic(complaint{-32602, "params must be an object"})
	}
	answer["result"] = result(method, params, hello, methods)
	return answer, last
}

func asError(code int, message string) Object { return Object{"code": code, "message": message} }

func result(method string, params Object, hello any, methods map[string]Method) any {
	if method == "initialize" {
		return hello
	}
	if method == "shutdown" {
		return Object{}
	}
	answer, known := methods[method]
	if !known {
		panic(complaint{-32601, "no method " + method})
	}
	return asked(answer, params)
}

// asked gives the result of a method; a refusal is one.
func asked(answer Method, params Object) (given any) {
	defer func() {
		if mistake := recover(); mistake != nil {
			if unwritten, isUnsupported := mistake.(Object); isUnsupported {
				given = unwritten
				return
			}
			refused, isRefusal := mistake.(Refused)
			if !isRefusal {
				panic(mistake)
			}
			named := Object{}
			if len(refused.Broken) > 0 {
				named["broken"] = refused.Broken
			}
			given = Object{refused.Kind: named}
		}
	}()
	return answer(params)
}
