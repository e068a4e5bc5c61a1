import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isatty } from 'node:tty'
import { clientMutants, type NamedClientMutant } from '../../../../emulator/contract/client-mutants.ts'
import { NOTHING_BROKEN } from '../../../../emulator/contract/mutation.ts'
import type { Stream } from '../../../../emulator/contract/client-mutation.ts'
import { credentialLocation } from '../../../../cli/credentials/location.ts'
import { CITATIONS_VARIABLE, reportCitations } from '../../../../cli/shared/cite.ts'
import type { Program } from '../../../../cli/shared/command.ts'
import type { Io, ProcessIo } from '../../../../cli/shared/io.ts'
import { runProgram } from '../../../../cli/shared/run-program.ts'
import { start } from '../../../../cli/shared/start.ts'
import { breaksOf } from './mutators.ts'
import type { Breaks } from './breaks.ts'
import { CredentialFile } from './credential-file.ts'
import { heldIo, type HeldIo } from './held-io.ts'

const BROKEN_VARIABLE = 'SVC_EMULATOR_BROKEN'

/** They break nothing, and pass through all that the others do: what fails with them fails because of how a client is broken. */
const harmless: readonly NamedClientMutant[] = [
  { id: NOTHING_BROKEN, clause: 'client.exit-0-on-success', breaks: 'is as ever', by: { mutator: 'store', edits: [] } },
  {
    id: `${NOTHING_BROKEN}/again`,
    clause: 'client.exit-0-on-success',
    breaks: 'does it twice',
    by: { mutator: 'again' },
  },
]

/** Runs a binary in this process, with the clause broken that `SVC_EMULATOR_BROKEN` names. For tests: no part of what is published. */
export async function startBroken(program: Program, io: ProcessIo): Promise<void> {
  const id = process.env[BROKEN_VARIABLE]
  if (id === undefined || id === '') return start(program, io)
  const mutant = [...clientMutants, ...harmless].find((each) => each.id === id)
  if (mutant === undefined) {
    io.stderr.write(`${program.name}: ${BROKEN_VARIABLE} names no mutant of the client: '${id}'\n`)
    process.exitCode = 2
    return
  }
  process.exitCode = await new BrokenRun(program, io, mutant).whole(process.argv.slice(2))
  setImmediate(() => process.exit())
}

/** A run that is as ever, unless it rests on the clause: then what it wrote, stored and ended with is broken. */
class BrokenRun {
  readonly #program: Program
  readonly #io: ProcessIo
  readonly #clause: string
  readonly #breaks: Breaks
  readonly #citations: string
  readonly #own: string | undefined
  /** Whether it is run once more for another line, so that nothing may go out yet. */
  readonly #again: boolean

  constructor(program: Program, io: ProcessIo, { clause, by }: NamedClientMutant) {
    this.#program = program
    this.#io = io
    this.#clause = clause
    this.#breaks = breaksOf(by)
    this.#own = process.env[CITATIONS_VARIABLE] === undefined ? mkdtempSync(join(tmpdir(), 'svc-broken-')) : undefined
    this.#citations = process.env[CITATIONS_VARIABLE] ?? join(this.#own!, 'citations.jsonl')
    // What is typed at a terminal cannot be typed again.
    this.#again = this.#breaks.again !== undefined && !isatty(0)
  }

  /** Tells the exit code. */
  async whole(line: readonly string[]): Promise<number> {
    reportCitations(this.#citations)
    const file = new CredentialFile(credentialLocation(this.#io.env).file)
    try {
      return await this.#run(line, file)
    } finally {
      file.close()
      if (this.#own !== undefined) rmSync(this.#own, { recursive: true })
    }
  }

  async #run(line: readonly string[], file: CredentialFile): Promise<number> {
    const typed = this.#again ? readFileSync(0) : undefined
    const io = this.#held(this.#io.env, typed)
    const code = await runProgram(this.#program, line, io)
    if (!this.#rests()) return finished(io, code)
    if (this.#again) {
      io.stdout.drop()
      io.stderr.drop()
      file.restore()
      return this.#runAgain(line, typed)
    }
    this.#breaks.store?.(file)
    return finished(io, this.#breaks.exit?.(code) ?? code)
  }

  async #runAgain(line: readonly string[], typed: Buffer | undefined): Promise<number> {
    const { line: other, variables } = this.#breaks.again!(line)
    const env = Object.fromEntries(
      Object.entries({ ...this.#io.env, ...variables }).filter((entry): entry is [string, string] => entry[1] != null),
    )
    const io = this.#held(env, typed)
    return finished(io, await runProgram(this.#program, other, io))
  }

  #held(env: Io['env'], typed: Buffer | undefined): HeldIo {
    const stdin = typed === undefined ? undefined : Readable.from(typed.length === 0 ? [] : [typed])
    return heldIo({
      io: this.#io,
      env,
      stdin,
      edited: (stream, text) => this.#edited(stream, text),
      untilEnd: this.#again,
    })
  }

  #edited(stream: Stream, text: string): string {
    const { written, prompted } = this.#breaks
    const shown = stream === 'stderr' && prompted !== undefined ? prompted(text) : text
    return written === undefined || !this.#rests() ? shown : written(stream, shown, this.#io.secrets)
  }

  #rests(): boolean {
    return readFileSync(this.#citations, 'utf8').includes(`"statement":"${this.#clause}"`)
  }
}

function finished(io: HeldIo, code: number): number {
  io.stdout.finish()
  io.stderr.finish()
  return code
}
