/** The last requests of a failed test, for people who read its message. */
import type { Emulator } from '../../host/emulator.ts'
import { instanceOf } from '../../host/instance-of.ts'
import { meetings } from '../../engine/coverage/meetings.ts'
import { isExchange, type KeptExchange } from '../../engine/journal/entry.ts'
import type { JournalEntry } from '../../engine/journal/journal-entry.ts'

/** Number of requests that are shown; earlier ones are counted. */
const SHOWN = 5

/** True where the messages of failed tests may say more: the lab compares them with those of other runs. */
const mayAddToMessages = meetings === undefined

/**
 * Lists the last requests, each refusal with the sentence behind it. Undefined where there is none.
 *
 * @param again words of the command that runs this test alone; undefined where `svc-emulator why` cannot ask it
 */
export async function describeLastRequests(
  entries: readonly JournalEntry[],
  again?: readonly string[],
  count = entries.length,
): Promise<string | undefined> {
  if (!mayAddToMessages || count === 0) return undefined
  // Loaded by the first failed test: most tests pass.
  const { requestLines, whyLines } = await import('./request-lines.ts')
  const shown = entries.slice(-SHOWN)
  const title = count > shown.length ? `The last ${shown.length} of ${count} requests` : 'The requests of this test'
  return [`${title} to the emulator:`, ...shown.flatMap(requestLines), ...whyLines(again)].join('\n')
}

/** Keeps the last requests to an emulator that several tests use, one after the other. */
export class LastRequests {
  readonly #emulator: Emulator
  #kept: KeptExchange[] = []
  #count = 0

  constructor(emulator: Emulator) {
    this.#emulator = emulator
    // A reset at the end of a test empties the journal before its failure is reported.
    if (mayAddToMessages)
      instanceOf(emulator).journal?.listen(
        (entry) => {
          if (!isExchange(entry)) return
          this.#count++
          this.#kept = [...this.#kept, entry].slice(-SHOWN)
        },
        {
          changed: (entry) => (this.#kept = this.#kept.map((each) => (each.number === entry.number ? entry : each))),
        },
      )
  }

  /** Forgets those of the test before. */
  forget(): void {
    this.#kept = []
    this.#count = 0
  }

  /** Undefined where a test sent none. */
  describe(again: readonly string[]): Promise<string | undefined> {
    const { journal } = instanceOf(this.#emulator)
    const entries = journal === undefined ? [] : this.#kept.map((entry) => journal.rendered(entry) as JournalEntry)
    return describeLastRequests(entries, again, this.#count)
  }
}

/** A test of vitest with its errors. */
export interface FailedTask {
  readonly result?:
    | { readonly state?: string; readonly errors?: readonly { message?: string }[] | undefined }
    | undefined
}

/** Adds a text below the message of a test that failed. */
export function addToMessage({ result }: FailedTask, text: string | undefined): void {
  const error = result?.state === 'fail' ? result.errors?.at(-1) : undefined
  if (error !== undefined && text !== undefined) error.message = `${error.message ?? ''}\n\n${text}`
}

/** A test of vitest with its groups and its file. */
interface NamedTask {
  readonly name: string
  readonly suite?: NamedTask | undefined
  readonly file: { readonly name: string }
}

/** The command that runs a test of vitest alone. */
export function vitestCommand(task: NamedTask): string[] {
  // `-t` is a pattern of the names with those of the groups.
  const pattern = listNames(task)
    .join(' ')
    .replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return ['npx', 'vitest', 'run', task.file.name, '-t', pattern]
}

/** Names of a test and its groups; the outermost group of vitest is its file. */
function listNames({ name, suite }: Pick<NamedTask, 'name' | 'suite'>): string[] {
  return [...(suite === undefined ? [] : listNames(suite)), name]
}
