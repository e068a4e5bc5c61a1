import type { Readable } from 'node:stream'
import type { Stream } from '../../../../emulator/contract/client-mutation.ts'
import type { Io, LastingIo } from '../../../../cli/shared/io.ts'
import { Held } from './held.ts'

export interface HeldIo extends Io {
  readonly stdout: Held
  readonly stderr: Held
}

interface Given {
  readonly io: Io
  readonly env: Io['env']
  readonly stdin: Readable | undefined
  readonly edited: (stream: Stream, text: string) => string
  /** Nothing goes out before the end. */
  readonly untilEnd: boolean
}

/** The surroundings of a process, with streams that hold back what a command writes. */
export function heldIo({ io, env, stdin, edited, untilEnd }: Given): HeldIo {
  const held = (stream: Stream, target: { write(text: string): unknown }, wait: boolean) =>
    new Held(target, (text) => edited(stream, text), { untilEnd: wait })
  return {
    env,
    get stdin() {
      return stdin ?? io.stdin
    },
    stdout: held('stdout', { write: (text) => io.stdout.write(text) }, true),
    // Somebody may have to read a prompt before there is an end.
    stderr: held('stderr', { write: (text) => io.stderr.write(text) }, untilEnd),
    secrets: io.secrets,
    stopping: io.stopping,
    ...(io.lasting !== undefined && { lasting: () => lastingOf(io.lasting!(), env, held) }),
  }
}

function lastingOf(
  inner: LastingIo,
  env: Io['env'],
  held: (stream: Stream, target: { write(text: string): unknown }, wait: boolean) => Held,
): LastingIo {
  const stdout = held('stdout', inner.stdout, false)
  const stderr = held('stderr', inner.stderr, false)
  return {
    env,
    get stdin() {
      return inner.stdin
    },
    stdout,
    stderr,
    secrets: inner.secrets,
    stopping: inner.stopping,
    async end() {
      stdout.release()
      stderr.release()
      await inner.end()
    },
  }
}
