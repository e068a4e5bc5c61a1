import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { ReadStream, WriteStream } from 'node:tty'
import { ClientError, Interrupted } from '../shared/client-error.ts'
import type { Io } from '../shared/io.ts'

interface Prompt {
  readonly prompt: string
  readonly secret: boolean
  readonly resolve: (line: string) => void
  readonly reject: (error: Error) => void
}

function inputEnded({ prompt }: Prompt): Error {
  const [title] = prompt.split(':')
  return new ClientError('INPUT_REQUIRED', `the prompt for the ${title} got no answer: the input ended`)
}

/**
 * The one reader of a terminal, for all questions of a command. Lines that were typed or pasted ahead answer the
 * questions that follow, and are not shown. Ctrl-Z and `fg` bring the question again.
 */
export class Prompts implements Disposable {
  readonly #input: ReadStream
  readonly #stderr: WriteStream
  readonly #reader: Interface
  readonly #ahead: string[] = []
  #asked: Prompt | undefined
  /**
   * True for a terminal without cursor movement (`TERM=dumb`). readline would read the erase key and Ctrl-Z as text, so
   * the variable is hidden from it, and its cursor movements are suppressed.
   */
  readonly #dumb = process.env['TERM'] === 'dumb'
  /** The error for a question that gets no answer any more. */
  #ended: ((asked: Prompt) => Error) | undefined

  constructor({ stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>) {
    this.#input = stdin as ReadStream
    this.#stderr = stderr as WriteStream
    if (this.#dumb) process.env['TERM'] = ''
    const noAnswer = (): void => this.#end(inputEnded)
    this.#reader = createInterface({
      input: stdin,
      output: this.#echo(),
      // Even if stderr is a file: this keeps the terminal from showing the key.
      terminal: true,
      historySize: 0,
    })
      .on('line', (line) => this.#take(line))
      .on('close', noAnswer)
      .on('error', noAnswer)
      .on('SIGINT', () => this.#end(() => new Interrupted()))
      .on('SIGTSTP', () => this.#suspend())
    process.on('SIGCONT', this.#resume)
    if (this.#dumb) process.env['TERM'] = 'dumb'
    if (stdin.readableEnded) noAnswer()
  }

  /**
   * Prompts on stderr, and shows the input. An empty line selects the offered value.
   *
   * @throws ClientError `INPUT_REQUIRED` where the input ends
   * @throws Interrupted at Ctrl-C
   */
  async ask(prompt: string, offered: string): Promise<string> {
    return (await this.#put(`${prompt} (${offered})`, false)) || offered
  }

  /** Prompts on stderr without showing the input. Throws like `ask`. */
  askSecret(prompt: string): Promise<string> {
    return this.#put(prompt, true)
  }

  [Symbol.dispose](): void {
    process.off('SIGCONT', this.#resume)
    this.#reader.close()
  }

  #put(prompt: string, secret: boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      this.#asked = { prompt, secret, resolve, reject }
      const line = this.#ahead.shift()
      if (line === undefined && this.#ended === undefined) {
        this.#reader.setPrompt(this.#dumb ? '' : `${prompt} `)
        return this.#show()
      }
      this.#stderr.write(`${prompt} `)
      if (line !== undefined) this.#take(line)
      else this.#end(this.#ended)
    })
  }

  #show(): void {
    if (this.#asked === undefined) return
    if (this.#asked.secret || this.#dumb)
      this.#stderr.write(`${this.#asked.prompt} ${this.#asked.secret ? '' : this.#reader.line}`)
    else this.#reader.prompt(true)
  }

  /** Output for prompt and input: discarded, except during a visible question. */
  #echo(): Writable {
    const output = new Writable({
      write: (text, _encoding, done) => {
        if (this.#asked?.secret === false) this.#stderr.write(this.#dumb ? plainEcho(String(text)) : text)
        done()
      },
    })
    return Object.assign(output, { columns: this.#stderr.columns })
  }

  #take(line: string): void {
    const asked = this.#asked
    // At once, so that text pasted after this line is not shown.
    this.#asked = undefined
    if (asked === undefined) return void this.#ahead.push(line)
    if (asked.secret) this.#stderr.write('\n')
    asked.resolve(line)
  }

  #end(error = inputEnded): void {
    this.#ended ??= error
    if (this.#asked === undefined) return
    this.#stderr.write('\n')
    this.#asked.reject(this.#ended(this.#asked))
    this.#asked = undefined
  }

  #suspend(): void {
    this.#input.setRawMode(false)
    // The whole job: npx, or a script that started us, stops as well.
    process.kill(0, 'SIGTSTP')
    this.#input.setRawMode(true)
  }

  readonly #resume = (): void => {
    // The shell has changed the mode of the terminal without Node noticing.
    this.#input.setRawMode(false)
    this.#input.setRawMode(true)
    this.#show()
  }
}

/** Takes cursor movements from the output of readline: a line that it would write over comes again below. */
function plainEcho(text: string): string {
  return text === LINE_START ? '\n' : stripVTControlCharacters(text)
}

/** Moves the cursor to the start of the line. */
const LINE_START = '\u001b[1G'
