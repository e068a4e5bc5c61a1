/** A fenced block of a page: ```` ```yaml file=outage.yaml ```` has the language `yaml` and the attribute `file`. */
export interface Block {
  /** Line of its first fence, from 1. */
  readonly line: number
  readonly language: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** The fenced blocks of a Markdown page, in order. Throws for a fence without a language and for one that is never closed. */
export function parseBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  let open: { line: number; fence: string; info: string; lines: string[] } | undefined
  for (const [index, text] of markdown.split('\n').entries()) {
    if (open === undefined) {
      const [, fence, info] = /^(`{3,}|~{3,})\s*(.*)$/.exec(text) ?? []
      if (fence !== undefined) open = { line: index + 1, fence, info: info ?? '', lines: [] }
    } else if (text.trimEnd() === open.fence) {
      blocks.push(parseBlock(open))
      open = undefined
    } else {
      open.lines.push(text)
    }
  }
  if (open !== undefined) throw new Error(`line ${open.line}: the block is never closed`)
  return blocks
}

/** True for a block that runs under vitest: one with the name of a test, or without a name and with an import of vitest. */
export function isTest({ language, text, attributes: { file } }: Block): boolean {
  if (language !== 'ts') return false
  return file === undefined ? /from '(?:vitest|svc-emulator\/vitest)'/.test(text) : file.endsWith('.test.ts')
}

/** Blocks in order; tests that stand together are one group, since a start of vitest takes longer than they do. */
export function groupBlocks(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const [index, block] of blocks.entries()) {
    if (index > 0 && isTest(blocks[index - 1]!) && isTest(block)) groups.at(-1)!.push(block)
    else groups.push([block])
  }
  return groups
}

function parseBlock({ line, info, lines }: { line: number; info: string; lines: readonly string[] }): Block {
  const [language = '', ...rest] = info.trim().split(/\s+/)
  if (language === '') throw new Error(`line ${line}: the block names no language, so nobody can tell how to run it`)
  const attributes = Object.fromEntries(
    rest.map((pair) => {
      const [name = '', value] = pair.split('=', 2)
      if (value === undefined || !['file', 'exit'].includes(name))
        throw new Error(`line ${line}: '${pair}' is no attribute of a block; known are file=NAME and exit=CODE`)
      return [name, value]
    }),
  )
  return { line, language, attributes, text: `${lines.join('\n')}\n` }
}
