import { expect, it } from 'vitest'
import { findOwnFrame } from './own-frame.ts'

it.each([
  [
    'Node',
    'TypeError: fetch failed\n    at node:internal/deps/undici/undici:1:2\n    at send (/app/node_modules/ky/index.js:1:2)\n    at async list (file:///app/client.mjs:3:9)\n    at async file:///app/client.mjs:9:1\n',
    '/app/client.mjs:3:9',
  ],
  ['Node, outside of functions', 'Error: no\n    at file:///app/client.mjs:9:1\n', '/app/client.mjs:9:1'],
  [
    'Python',
    'Traceback (most recent call last):\n  File "/app/client.py", line 9, in <module>\n  File "/app/client.py", line 3, in list\n  File "/usr/lib/python3.11/json/__init__.py", line 346, in loads\nValueError\n',
    '/app/client.py:3',
  ],
  [
    'Java',
    'Exception in thread "main" java.io.IOException\n\tat java.net.http/jdk.internal.net.http.HttpClientImpl.send(HttpClientImpl.java:9)\n\tat Client.main(Client.java:3)\n',
    'Client.java:3',
  ],
  ['Go', 'panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/client.go:3 +0x1d\n', '/app/client.go:3'],
  ['Ruby', "client.rb:3:in 'list': no (RuntimeError)\n\tfrom client.rb:9:in 'main'\n", 'client.rb:3'],
  ['Rust', "thread 'main' panicked at src/main.rs:3:9:\nno\n", 'src/main.rs:3:9'],
])('the first frame of the client itself in a trace of %s', (_, trace, place) => {
  expect(findOwnFrame(trace)).toBe(place)
})

it.each(['', 'ended by SIGSEGV\n', 'Error: no\n    at node:internal/main:1:2\n'])('is none in %j', (trace) => {
  expect(findOwnFrame(trace)).toBeUndefined()
})
