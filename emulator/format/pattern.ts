/** Regular expressions that come from outside: matched in a bounded number of steps (docs/decisions/0230). */
import { EmulatorError } from '../diagnostics/emulator-error.ts'
import type { Effort } from './effort.ts'
import { compile, type Instruction } from './pattern-program.ts'
import { PatternParser } from './pattern-parser.ts'

/** UTF-16 units of a pattern. */
export const MAX_PATTERN = 1_000
/** What beginning with a text costs, in steps, and going on to its next character; and how many marks of instructions are made in one. */
const TEXT = 40
const CHARACTER = 8
const MARKS = 32

/** A pattern that was read. */
export interface Pattern {
  /** Instructions of its program. */
  readonly size: number
  /** Whether it matches anywhere in the text. Each instruction that is run is a step of `effort`. */
  test(text: string, effort: Effort): boolean
}

/** Reads a pattern. Throws `EmulatorError` for what is no regular expression, and for what this matcher cannot express, by name. */
export function readPattern(source: string): Pattern {
  if (source.length > MAX_PATTERN) throw new EmulatorError(`a pattern may have ${MAX_PATTERN} characters; this one has ${source.length}`)
  try {
    void new RegExp(source, 'u')
  } catch (error) {
    throw new EmulatorError((error as Error).message)
  }
  const program = compile(new PatternParser(source).read())
  return { size: program.length, test: (text, effort) => run(program, text, effort) }
}

/** What is wrong with a pattern; undefined when nothing is. */
export function patternProblem(source: unknown): string | undefined {
  if (typeof source !== 'string') return 'expected a regular expression'
  try {
    readPattern(source)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** All threads side by side, one character at a time (Thompson 1968): no text makes it go back. */
function run(program: readonly Instruction[], text: string, effort: Effort): boolean {
  effort.spend(TEXT)
  let threads: number[] = []
  let before: number | undefined
  for (let at = 0; ; ) {
    const here = text.codePointAt(at)
    effort.spend(CHARACTER + Math.ceil(program.length / MARKS))
    const seen = new Uint8Array(program.length)
    const waiting = [...threads.reverse(), 0]
    const reading: number[] = []
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen[index] === 1) continue
      seen[index] = 1
      effort.spend(1)
      const instruction = program[index]!
      if (instruction.kind === 'match') return true
      if (instruction.kind === 'char') reading.push(index)
      else if (instruction.kind === 'jump') waiting.push(...instruction.to)
      else if (instruction.holds(before, here)) waiting.push(index + 1)
    }
    if (here === undefined) return false
    threads = reading.filter((index) => (program[index] as { fits(codePoint: number): boolean }).fits(here)).map((index) => index + 1)
    before = here
    at += here > 0xffff ? 2 : 1
  }
}
