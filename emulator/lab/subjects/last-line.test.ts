import { describe, expect, it } from 'vitest'
import { lastLine } from './last-line.ts'

describe('the line that says why a program failed', () => {
  it.each([
    ['the last one', 'listing\nexpected 25, got 10\n\n', 'expected 25, got 10'],
    ['of Python', 'Traceback (most recent call last):\n  File "c.py", line 3\nKeyError: 10', 'KeyError: 10'],
    ['of Node', 'f.mjs:1\nthrow x\n^\n\nError: gave up\n    at f.mjs:1:7\n\nNode.js v20.20.2\n', 'Error: gave up'],
    [
      'of Java',
      'Exception in thread "main" X: gave up\n\tat Main.main(Main.java:3)',
      'Exception in thread "main" X: gave up',
    ],
    ['without colours', 'listing\n\u001b[31mexpected 25\u001b[39m', 'expected 25'],
    ['nothing', '\n', ''],
  ])('is %s', (_, output, line) => expect(lastLine(output)).toBe(line))
})
