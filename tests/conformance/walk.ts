import type { Commands } from './commands.ts'

/** Follows a cursor to its end, as a client does: only null means exhausted. */
export async function walk(
  commands: Commands,
  command: string,
  params: object,
  items: string,
  cursors: { sent: string; answered: string },
): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const fields = await commands.ask(command, { ...params, ...(cursor !== undefined && { [cursors.sent]: cursor }) })
    pages.push(fields[items].map(({ id }: { id: string }) => id))
    cursor = fields[cursors.answered]
    if (cursor !== null && typeof cursor !== 'string') throw new Error(`${command} answered no ${cursors.answered}`)
    if (pages.length > 100) throw new Error(`${command} does not end`)
  }
  return pages
}

export const opaque = { sent: 'cursor', answered: 'cursor' }

/** The cursor of a listing that names records of a kind. */
export function record(noun: string): { sent: string; answered: string } {
  return { sent: `start_${noun}_id`, answered: `last_${noun}_id` }
}
