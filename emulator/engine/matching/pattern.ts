/** Regular expressions that come from outside: matched in a bounded number of steps. */
import { EmulatorError } from '../checking/emulator-error.ts'
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
  if (source.length > MAX_PATTERN)
    throw new EmulatorError(`a pattern may have ${MAX_PATTERN} characters; this one has ${source.length}`)
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
  const threads = new Threads(program, effort)
  for (let at = 0; ;) {
    const here = text.codePointAt(at)
    if (threads.read(here)) return true
    if (here === undefined) return false
    at += here > 0xffff ? 2 : 1
  }
}

/** Where in a program the threads stand that have read a text so far. */
class Threads {
  readonly #program: readonly Instruction[]
  readonly #effort: Effort
  /** The last character at which each instruction was looked at. A list for each character would be garbage of many times the text. */
  readonly #seen: Uint32Array
  #character = 0
  #standing: number[] = []
  #before: number | undefined

  constructor(program: readonly Instruction[], effort: Effort) {
    this.#program = program
    this.#effort = effort
    this.#seen = new Uint32Array(program.length)
  }

  /** Reads a character, undefined for the end of the text. True where a match ends before it. */
  read(here: number | undefined): boolean {
    this.#effort.spend(CHARACTER + Math.ceil(this.#program.length / MARKS))
    this.#character++
    const waiting = this.#standing.reverse()
    // A match may begin anywhere.
    waiting.push(0)
    this.#standing = []
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (this.#seen[index] === this.#character) continue
      this.#seen[index] = this.#character
      this.#effort.spend(1)
      const instruction = this.#program[index]!
      if (instruction.kind === 'match') return true
      if (instruction.kind === 'jump') for (const to of instruction.to) waiting.push(to)
      else if (instruction.kind === 'assert' && instruction.holds(this.#before, here)) waiting.push(index + 1)
      else if (instruction.kind === 'char' && here !== undefined && instruction.fits(here))
        this.#standing.push(index + 1)
    }
    this.#before = here
    return false
  }
}
