import { EmulatorError } from '../checking/emulator-error.ts'

/** What a pattern says, as a tree. */
export type PatternNode =
  | { readonly kind: 'char'; fits(codePoint: number): boolean }
  | { readonly kind: 'assert'; holds(before: number | undefined, here: number | undefined): boolean }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly item: PatternNode; readonly min: number; readonly max: number }

export class Instruction {
  readonly kind: 'char' | 'assert' | 'jump' | 'match'
  /** Where a jump goes on: at each of these. */
  readonly to: number[] = []
  readonly fits: (codePoint: number) => boolean
  readonly holds: (before: number | undefined, here: number | undefined) => boolean

  constructor(
    kind: Instruction['kind'],
    { fits = never, holds = never }: { fits?: Instruction['fits']; holds?: Instruction['holds'] } = {},
  ) {
    this.kind = kind
    this.fits = fits
    this.holds = holds
  }
}

function never(): boolean {
  return false
}

/** Instructions of one pattern, repeats written out: a step looks at each of them at most once. */
export const MAX_INSTRUCTIONS = 2_000

/** The end of each program. */
const end = new Instruction('match')

/** The program that finds a pattern anywhere in a text. */
export function compile(node: PatternNode): readonly Instruction[] {
  const writer = new Writer()
  writer.node(node)
  return [...writer.program, end]
}

class Writer {
  readonly program: Instruction[] = []
  #written = 0

  node(node: PatternNode): void {
    // Counted by node: what writes nothing could still be repeated for ever.
    if (++this.#written > MAX_INSTRUCTIONS)
      throw new EmulatorError(`the pattern repeats too much: written out it has more than ${MAX_INSTRUCTIONS} parts`)
    if (node.kind === 'sequence') for (const item of node.items) this.node(item)
    else if (node.kind === 'choice') this.#choice(node.options)
    else if (node.kind === 'repeat') this.#repeat(node.item, node.min, node.max)
    else this.program.push(new Instruction(node.kind, node))
  }

  #jump(): Instruction {
    const jump = new Instruction('jump')
    this.program.push(jump)
    return jump
  }

  #choice(options: readonly PatternNode[]): void {
    const start = this.#jump()
    const ends = options.map((option) => {
      start.to.push(this.program.length)
      this.node(option)
      return this.#jump()
    })
    for (const end of ends) end.to.push(this.program.length)
  }

  #repeat(item: PatternNode, min: number, max: number): void {
    for (let i = 0; i < min; i++) this.node(item)
    if (max === Infinity) this.#loop(item)
    else for (let i = min; i < max; i++) this.#optional(item)
  }

  #loop(item: PatternNode): void {
    const again = this.program.length
    const jump = this.#jump()
    jump.to.push(this.program.length)
    this.node(item)
    this.#jump().to.push(again)
    jump.to.push(this.program.length)
  }

  #optional(item: PatternNode): void {
    const jump = this.#jump()
    jump.to.push(this.program.length)
    this.node(item)
    jump.to.push(this.program.length)
  }
}
