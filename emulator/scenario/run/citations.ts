/** Citations that a client reports to the replayer that started it. */
import { readFile } from 'node:fs/promises'
import { countValues } from '../../engine/checking/counts.ts'

/** Names the file to a client; one that does not know it writes none. */
export const CITATIONS_VARIABLE = 'SVC_CLIENT_CITATIONS'

/** How often each statement was seen to hold; undefined for a client that does not report. */
export async function readCitations(file: string): Promise<ReadonlyMap<string, number> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  return countValues(text.split('\n').flatMap((line) => statementIn(line) ?? []))
}

/** A client may be killed in the middle of a line. */
function statementIn(line: string): string | undefined {
  try {
    const { statement } = JSON.parse(line) as { statement?: unknown }
    return typeof statement === 'string' ? statement : undefined
  } catch {
    return undefined
  }
}
