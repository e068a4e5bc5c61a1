import type { KeptExchange } from '../engine/journal/entry.ts'

/** A client in a run, as its turns see it. */
export interface Copy {
  /** Its calls that wait, in order of arrival. */
  readonly waiting: HeldCall[]
  hasBegun: boolean
  isOver: boolean
  hasAsked: boolean
  /** True while it waits for something else than an answer. */
  isElsewhere: boolean
  /** The last call with its answer, and how often it came in succession. */
  last: string
  times: number
}

/** A call that waits for its turn. */
export interface HeldCall {
  readonly go: () => void
  /** Entries of its answer, once it was let go. */
  calls: readonly KeptExchange[] | undefined
}

export const newCopy = (): Copy => ({
  waiting: [],
  hasBegun: false,
  isOver: false,
  hasAsked: false,
  isElsewhere: false,
  last: '',
  times: 0,
})
