import { expect, it } from 'vitest'
import { hasStackTrace, TRACE_TEXTS } from './stack-traces.ts'

it.each([
  [
    'Node',
    "TypeError: Cannot read properties of undefined (reading 'id')\n    at list (file:///client.mjs:3:9)\n    at async main.mjs:9:1\n",
  ],
  ['Bun', 'TypeError: undefined is not an object\n      at list (/client.mjs:3:9)\n'],
  ['Python', 'Traceback (most recent call last):\n  File "client.py", line 3, in <module>\nKeyError: \'id\'\n'],
  [
    'Python, of several at once',
    '  + Exception Group Traceback (most recent call last):\n  |   File "client.py", line 3, in <module>\n',
  ],
  ['Go', 'panic: runtime error: index out of range [0] with length 0\n\ngoroutine 1 [running]:\n'],
  ['Go, of its runtime', 'fatal error: all goroutines are asleep - deadlock!\n'],
  ['Java', 'Exception in thread "main" java.lang.NullPointerException\n\tat Client.main(Client.java:3)\n'],
  ['Rust', "\nthread 'main' panicked at src/main.rs:3:9:\nindex out of bounds\n"],
  ['Rust, with the number of the thread', "\nthread 'main' (4711) panicked at src/main.rs:3:9:\nindex out of bounds\n"],
  ['Ruby', "client.rb:3:in `list': undefined method `id' for nil (NoMethodError)\n"],
  ['Ruby since 3.4', "client.rb:3:in 'Object#list': undefined method 'id' for nil (NoMethodError)\n"],
])('a trace of %s is one, and a saved scenario knows it', (_, stderr) => {
  expect(hasStackTrace(stderr)).toBe(true)
  expect(TRACE_TEXTS.filter((text) => stderr.includes(text))).toHaveLength(1)
})

it.each(['error: the server said 502\n', 'svc: no key at line 3:4\n', 'retrying in 3 s: connection lost\n', ''])(
  '%j is none',
  (stderr) => {
    expect(hasStackTrace(stderr)).toBe(false)
    expect(TRACE_TEXTS.filter((text) => stderr.includes(text))).toEqual([])
  },
)
