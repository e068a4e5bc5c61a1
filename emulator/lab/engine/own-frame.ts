/** Patterns of stack frames with a file and a line. */
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

/** Files of runtimes and installed libraries. */
const FOREIGN =
  /node:|node_modules\/|\/(?:site|dist)-packages\/|\/lib\/(?:python|ruby|go)|\/go\/(?:src|pkg)\/|^\/rustc\/|<frozen|^\s+at (?:java|jdk|sun)\b/

/** First place of a stack trace in the client's own files: `client.mjs:3:9`; undefined if there is none. */
export function findOwnFrame(trace: string): string | undefined {
  const places = trace.split('\n').flatMap((line): string[] => {
    const found = FOREIGN.test(line) ? undefined : frames.flatMap((frame) => frame.exec(line) ?? [])
    return found?.[1] === undefined ? [] : [[found[1], found[2]].filter((part) => part !== undefined).join(':')]
  })
  // Python prints the innermost frame last.
  const place = trace.includes('(most recent call last)') ? places.at(-1) : places[0]
  return place?.replace(/^file:\/\//, '')
}
