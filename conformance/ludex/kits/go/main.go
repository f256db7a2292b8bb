// The adapter: answers Ludex on stdin and stdout. Write your engine in game.go.
package main

func main() {
	serve(hello, methods)
}
