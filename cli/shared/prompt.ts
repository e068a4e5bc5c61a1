import type { Io } from './io.ts'
import { Interrupted } from './client-error.ts'

/** Asks on stderr. Ctrl-D and an empty line are an empty answer; Ctrl-C ends the command. */
export function ask(io: Io, prompt: string, offered: string): Promise<string> {
  return answer(io, { prompt, default: offered })
}

/** Asks on stderr without showing what is typed, whatever stderr is. */
export function askSecret(io: Io, prompt: string): Promise<string> {
  return answer(io, { prompt, silent: true })
}

async function answer(io: Io, question: { prompt: string; default?: string; silent?: boolean }): Promise<string> {
  const { read } = await import('read')
  const { promise: ended, cancel } = endOfInput(io)
  try {
    // `terminal` although stderr may be a file: it is what keeps the terminal from showing the key.
    return await Promise.race([read({ ...question, input: io.stdin, output: io.stderr, terminal: true }), ended])
  } catch (error) {
    if (error instanceof Error && error.message === 'canceled') throw new Interrupted()
    throw error
  } finally {
    cancel()
    if (question.silent === true) io.stderr.write('\n')
  }
}

/** `read` never answers when the input ends: its line editor pauses the stream at the end and after an answer alike. */
function endOfInput({ stdin }: Io): { promise: Promise<string>; cancel: () => void } {
  let cancel = (): void => {}
  const promise = new Promise<string>((resolve) => {
    const paused = (): void => void setImmediate(() => resolve(''))
    stdin.once('pause', paused)
    cancel = () => stdin.removeListener('pause', paused)
  })
  return { promise, cancel: () => cancel() }
}
