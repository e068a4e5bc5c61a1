import type { Io } from '../shared/io.ts'
import { Interrupted } from '../shared/client-error.ts'

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

/** `read` never answers when the input ends. Its line editor pauses the stream at Ctrl-D, and after every answer. */
function endOfInput({ stdin }: Io): { promise: Promise<string>; cancel: () => void } {
  const events = ['pause', 'end', 'close'] as const
  let cancel = (): void => {}
  const promise = new Promise<string>((resolve) => {
    const ended = (): void => void setImmediate(() => resolve(''))
    for (const event of events) stdin.once(event, ended)
    if (stdin.readableEnded) ended()
    cancel = () => events.forEach((event) => stdin.removeListener(event, ended))
  })
  return { promise, cancel: () => cancel() }
}
