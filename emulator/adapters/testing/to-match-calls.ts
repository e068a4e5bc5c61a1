import { listCalls, type ListedCalls } from '../../engine/journal/calls-text.ts'
import { BASE } from '../../engine/kernel/rest/addresses.ts'
import type { Journal } from '../../engine/journal/journal.ts'
import type { MatcherOutcome } from './matchers.ts'
import { ownCommand } from '../../engine/checking/own-command.ts'

/** An emulator in process, or one that is served elsewhere. */
interface ObservedCalls {
  listCalls?(): Promise<ListedCalls>
  readonly journal?: Journal
}

/** Makes a matcher of the snapshots of a test runner: `match` compares a text with the one that is kept, or throws. */
export function matchCalls(match: (text: string) => unknown) {
  return async function toMatchCalls(
    this: { readonly isNot?: boolean } | undefined,
    received: unknown,
  ): Promise<MatcherOutcome> {
    if (this?.isNot === true) throw new TypeError('toMatchCalls: a snapshot cannot be negated')
    const { calls, lost } = await readCalls(received)
    if (lost > 0)
      throw new Error(
        `toMatchCalls: the journal no longer keeps ${lost} of the calls; keep more: createEmulator({ journal: { size } }), ${ownCommand} start --journal SIZE`,
      )
    await match(calls.join('\n'))
    return { pass: true, message: () => '' }
  }
}

function readCalls(received: unknown): ListedCalls | Promise<ListedCalls> {
  const { listCalls: ask, journal } = (received ?? {}) as ObservedCalls
  if (typeof ask === 'function') return ask.call(received)
  if (typeof journal?.entries === 'function') return listCalls(journal, BASE)
  throw new TypeError(`toMatchCalls: expected an emulator, got ${received === null ? 'null' : typeof received}`)
}
