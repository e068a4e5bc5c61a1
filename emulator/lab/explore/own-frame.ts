/** Lines of stack traces that name a file and a line in it. */
const frames: readonly RegExp[] = [
  // JavaScript: `at list (file:///client.mjs:3:9)`
  /^\s+at (?:.*[( ])?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?$/,
  // Python: `File "client.py", line 3, in main`
  /File "([^"]+)", line (\d+)/,
  // Java: `at Client.main(Client.java:3)`
  /^\s+at (?:[\w$.]+\/)?[\w$.<>]+\(([\w$]+\.\w+:\d+)\)$/,
  // Go: `\t/src/client.go:3 +0x1d`
  /^\t(\S+\.go:\d+)/,
  // Ruby: `client.rb:3:in 'list'`
  /^(?:\s+from )?(\S+\.rb:\d+):in /,
  // Rust: `panicked at src/main.rs:3:9:`
  / panicked at (\S+:\d+:\d+)/,
]

/** Files of runtimes, and of libraries that were installed. */
const FOREIGN =
  /node:|node_modules\/|\/(?:site|dist)-packages\/|\/lib\/(?:python|ruby|go)|\/go\/(?:src|pkg)\/|^\/rustc\/|<frozen|^\s+at (?:java|jdk|sun)\b/

/** The place in the client's own files where a stack trace begins: `client.mjs:3:9`. Undefined where the trace names none. */
export function findOwnFrame(trace: string): string | undefined {
  const places = trace.split('\n').flatMap((line): string[] => {
    const found = FOREIGN.test(line) ? undefined : frames.flatMap((frame) => frame.exec(line) ?? [])
    return found?.[1] === undefined ? [] : [[found[1], found[2]].filter((part) => part !== undefined).join(':')]
  })
  // Python names the place of the error last.
  const place = trace.includes('(most recent call last)') ? places.at(-1) : places[0]
  return place?.replace(/^file:\/\//, '')
}
