import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { ClauseId } from '../../emulator/contract/clauses.ts'
import { makeEdit, type Edit, type Sources } from '../mutants/edits.ts'

/** A change of the source of the service that breaks a sentence. */
export interface Breakage extends Edit {
  readonly breaks: ClauseId
  /** Sentences that the same answer contradicts as plainly. */
  readonly also?: readonly ClauseId[]
}

const kept = 'tests/drift-breakages/breakages.yaml'

/** Lists the breakages that are kept beside this file. */
export function readBreakages(): Breakage[] {
  return parse(readFileSync(new URL('breakages.yaml', import.meta.url), 'utf8')) as Breakage[]
}

/** Makes breakages, one after the other. Returns the files that they change, with their new text. */
export function breakSources(breakages: readonly Breakage[], sources: Sources): Map<string, string> {
  const changed = new Map<string, string>()
  for (const breakage of breakages) {
    const { file, text } = makeEdit(breakage, new Map([...sources, ...changed]), kept)
    changed.set(file, text)
  }
  return changed
}
