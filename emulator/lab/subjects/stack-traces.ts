/** Patterns of stack traces in stderr, each with a text for scenarios that no other output contains. */
const traces: readonly (readonly [line: RegExp, text: string])[] = [
  // Node and Deno, however deep
  [/^\s+at .+:\d+:\d+\)?$/m, '\n    at '],
  // Bun
  [/^ {6}at .+:\d+:\d+\)?$/m, '\n      at '],
  // Python
  [/Traceback \(most recent call last\):$/m, 'Traceback (most recent call last):'],
  // Go
  [/^panic: /m, 'panic: '],
  [/^fatal error: /m, 'fatal error: '],
  // Java
  [/^Exception in thread /m, 'Exception in thread '],
  // Rust, with the number of the thread or without
  [/^thread '.*'(?: \(\d+\))? panicked at /m, ' panicked at '],
  // Ruby, before 3.4 and since
  [/^\S+:\d+:in `.+': /m, ':in `'],
  [/^\S+:\d+:in '.+': /m, ":in '"],
]

export function hasStackTrace(stderr: string): boolean {
  return traces.some(([line]) => line.test(stderr))
}

/** Texts that only an output with a stack trace contains. */
export const TRACE_TEXTS: readonly string[] = traces.map(([, text]) => text)
