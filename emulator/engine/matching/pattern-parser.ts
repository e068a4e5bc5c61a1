import { EmulatorError } from '../checking/emulator-error.ts'
import type { PatternNode } from './pattern-program.ts'

/** One escape, as the flag `u` has them. */
const escape =
  /\\(?:u\{[0-9a-f]+\}|u[d][89ab][0-9a-f]{2}\\u[d][c-f][0-9a-f]{2}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)/iuy
const characterClass = /\[(?:\\.|[^\]\\])*\]/suy
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy
const group = /\((\?(?::|<[^=!>][^>]*>|<?[=!]|[^:]))?/uy

/** Reads a pattern that the engine takes with the flag `u`: nothing in it can be misformed. */
export class PatternParser {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  read(): PatternNode {
    const options: PatternNode[][] = [[]]
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] !== '|') options.at(-1)!.push(this.#repeated(this.#item()))
      else {
        this.#at++
        options.push([])
      }
    }
    const sequences = options.map((items): PatternNode => ({ kind: 'sequence', items }))
    return sequences.length === 1 ? sequences[0]! : { kind: 'choice', options: sequences }
  }

  #item(): PatternNode {
    const next = this.#source[this.#at]!
    if (next === '(') return this.#group()
    if (next === '^') return this.#assert((before) => before === undefined)
    if (next === '$') return this.#assert((_, here) => here === undefined)
    if (next === '\\') return this.#escaped()
    if (next === '[') return charOf(this.#take(characterClass)![0])
    if (next === '.') {
      this.#at++
      return charOf('.')
    }
    const codePoint = this.#source.codePointAt(this.#at)!
    this.#at += codePoint > 0xffff ? 2 : 1
    return { kind: 'char', fits: (given) => given === codePoint }
  }

  #group(): PatternNode {
    const [, kind = ''] = this.#take(group)!
    if (/^\?<?[=!]/u.test(kind)) throw unsupported(`looks ahead or behind: (${kind}…)`)
    if (kind !== '' && kind !== '?:' && !kind.startsWith('?<')) throw unsupported(`changes flags: (${kind}…)`)
    const inner = this.read()
    this.#at++
    return inner
  }

  #escaped(): PatternNode {
    const [text] = this.#take(escape)!
    if (/^\\[1-9k]/u.test(text)) throw unsupported(`refers back to a group: ${text}`)
    if (text === '\\b') return { kind: 'assert', holds: (before, here) => isWord(before) !== isWord(here) }
    if (text === '\\B') return { kind: 'assert', holds: (before, here) => isWord(before) === isWord(here) }
    return charOf(text)
  }

  #assert(holds: (before: number | undefined, here: number | undefined) => boolean): PatternNode {
    this.#at++
    return { kind: 'assert', holds }
  }

  /** Whether few or many are taken makes no difference to whether there is a match. */
  #repeated(item: PatternNode): PatternNode {
    const found = this.#take(quantifier)
    if (found === null) return item
    const [, sign, min, comma, max] = found
    if (sign !== undefined) return { kind: 'repeat', item, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    return {
      kind: 'repeat',
      item,
      min: Number(min),
      max: comma === undefined ? Number(min) : max === '' ? Infinity : Number(max),
    }
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at
    const found = token.exec(this.#source)
    if (found !== null) this.#at = token.lastIndex
    return found
  }
}

/** A class or an escape means what the engine says that it means of one character. */
function charOf(source: string): PatternNode {
  const one = new RegExp(`^${source}$`, 'u')
  const ascii: (boolean | undefined)[] = []
  const fits = (codePoint: number): boolean => one.test(String.fromCodePoint(codePoint))
  return {
    kind: 'char',
    fits: (codePoint) => (codePoint < 128 ? (ascii[codePoint] ??= fits(codePoint)) : fits(codePoint)),
  }
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && codePoint < 128 && /\w/u.test(String.fromCodePoint(codePoint))
}

function unsupported(what: string): EmulatorError {
  return new EmulatorError(`a pattern here may not do what could take for ever; this one ${what}`)
}
