import { parseAllDocuments } from 'yaml'
import { createEmulator } from '../../emulator/index.ts'
import { isTest, type Block } from './blocks.ts'
import { deploymentProblems } from './deployment.ts'
import { goModules, goProblem, hasProgram, isTestcontainers, NotHere, pythonProblem } from './languages.ts'
import { outputProblem } from './output.ts'
import type { Project } from '../helpers/project.ts'
import { workflowProblems } from './workflow.ts'

/** Where pages say the server is; on the machine of a test that port may be taken. */
const SHOWN_PORT = '4010'

/** Where they say that further servers are, and a proxy. */
export const SHOWN_OTHERS = ['4011', '4012', '4013', '8080']

/** Plays one page as its reader would: block after block, in one project. */
export class Page {
  readonly #project: Project
  #port: string | undefined
  #output: string | undefined
  /** Why the last block of the shell could not be run here. */
  #missing: string | undefined
  readonly #others: readonly string[]
  #files = 0

  /** `others`: a free port for each of `SHOWN_OTHERS`. */
  constructor(project: Project, others: readonly string[]) {
    this.#project = project
    this.#others = others
  }

  /** Does what a block says, or several tests together. Throws what was wrong. */
  async play(block: Block, ...others: readonly Block[]): Promise<void> {
    if (isTest(block)) return this.#test([block, ...others])
    const player = players[block.language]
    if (player === undefined)
      throw new Error(
        `nobody knows how to run a block of ${block.language}; known are ${Object.keys(players).join(', ')}`,
      )
    await player(this, block)
  }

  async shell({ text, attributes }: Block): Promise<void> {
    this.#missing = missingFor(text)
    if (this.#missing !== undefined) throw new NotHere(this.#missing)
    const lines = this.#here(text)
    const served = serverLine(lines)
    if (served !== undefined) return this.#serve(served)
    await this.#ends(lines, Number(attributes['exit'] ?? 0))
  }

  /** Output of the block before. */
  shows({ language, text }: Block): void {
    if (this.#missing !== undefined) throw new NotHere(this.#missing)
    if (this.#output === undefined) throw new Error('no command comes before this output')
    const problem = outputProblem(
      language,
      text,
      this.#port === undefined ? this.#output : this.#output.replaceAll(`:${this.#port}`, `:${SHOWN_PORT}`),
    )
    if (problem !== undefined) throw new Error(problem)
  }

  /** A program is run; a file that has a name is for another block. */
  async script(block: Block): Promise<void> {
    const name = this.#write(block, 'ts')
    if (block.attributes['file'] === undefined) await this.#succeeds(`npx tsx ${name}`)
  }

  /** A file of Python is compiled; a block of the shell runs it. */
  async python({ text, attributes: { file } }: Block): Promise<void> {
    if (file === undefined) throw new Error('a python block needs file=NAME')
    this.#project.write(file, this.#here(text))
    const problem = pythonProblem()
    if (problem !== undefined) throw new NotHere(problem)
    await this.#succeeds(`python3 -m py_compile ${file}`)
  }

  /** Compiled and run where there is a compiler. */
  async java({ text, attributes: { file } }: Block): Promise<void> {
    if (file === undefined) throw new Error('a java block needs file=NAME')
    this.#project.write(file, this.#here(text))
    if (isTestcontainers(text)) return
    if (!hasProgram('javac')) throw new NotHere('no javac')
    await this.#succeeds(
      `mkdir -p classes && javac -Werror -Xlint:all,-try -cp classes -d classes ${file} && npx svc-emulator exec -- java -ea -cp classes ${file.replace(/\.java$/, '')}`,
    )
  }

  async go({ text, attributes: { file } }: Block): Promise<void> {
    if (file === undefined) throw new Error('a go block needs file=NAME')
    this.#project.write(file, this.#here(text))
    if (isTestcontainers(text)) return
    const problem = goProblem(text)
    if (problem !== undefined) throw new NotHere(problem)
    await this.#succeeds(
      `(test -f go.mod || { go mod init reader && go mod edit ${goModules}; }) && go vet ./... && npx svc-emulator exec -- go test -count=1 ./...`,
    )
  }

  /** A scenario is checked and played, to `exit`; a fixture or facts checked; a list is the steps of a workflow, anything else what runs the image. */
  async document({ text, attributes: { file, exit } }: Block): Promise<void> {
    if (file === undefined) throw new Error('a yaml block needs file=NAME')
    this.#project.write(file, this.#here(text))
    const documents = parseAllDocuments(text).map((document) => document.toJS() as object)
    const [content = {}] = documents
    if (Array.isArray(content) || !['scenario', 'fixture', 'facts'].some((kind) => kind in content)) {
      const problems = Array.isArray(content) ? workflowProblems(text) : await deploymentProblems(documents)
      if (problems.length > 0) throw new Error(problems.join('\n'))
      return
    }
    await this.#succeeds(`npx svc-emulator validate ${file}`)
    if ('scenario' in content) await this.#ends(`npx svc-emulator replay ${file}`, Number(exit ?? 0))
  }

  /** A request to a fresh starter world, and its answer. */
  async exchange({ text }: Block): Promise<void> {
    const [request = '', answer = ''] = text.split(/^HTTP\/1\.1 /m)
    const [head = '', ...rest] = request.trim().split('\n\n')
    const [line = '', ...fields] = head.split('\n')
    const [method = '', path = ''] = line.split(' ')
    const headers = new Headers(fields.map((each) => each.split(/: (.*)/, 2) as [string, string]))
    const body = rest.length === 0 ? null : rest.join('\n\n')
    if (body !== null)
      headers.set('Content-Type', headers.has('X-Request-Body') ? 'application/octet-stream' : 'application/json')
    const given = await createEmulator().fetch(`http://localhost${path}`, { method, headers, body })
    const [status = '', ...lines] = answer.trimEnd().split('\n')
    // A download has its envelope in a header, and its bytes are counted.
    const header = lines.find((each) => each.startsWith('X-Response-Body: '))
    const envelope = header === undefined ? lines : [header.slice('X-Response-Body: '.length)]
    if (given.status !== Number(status))
      throw new Error(`${line} answered ${given.status} where ${status} was expected`)
    const problem = outputProblem(
      'json',
      envelope.join('\n'),
      given.headers.get('x-response-body') ?? (await given.clone().text()),
    )
    const { byteLength } = await given.arrayBuffer()
    if (header !== undefined && lines.at(-1) !== `(${byteLength} bytes)`)
      throw new Error(`${line} answered ${byteLength} bytes where ${lines.at(-1)} were expected`)
    if (problem !== undefined) throw new Error(problem)
  }

  file({ text, attributes: { file } }: Block): void {
    if (file === undefined) throw new Error('this block needs file=NAME')
    this.#project.write(file, this.#here(text))
  }

  async #serve({ before, command }: Served): Promise<void> {
    await this.#project.stop()
    this.#port = undefined
    if (before !== '') await this.#succeeds(before)
    this.#output = await this.#project.start(command, /\n\n {2}Try\n[^\n]*\n\n/)
    this.#port = /API +https?:\/\/[^\s/]+:(\d+)/.exec(this.#output)?.[1]
  }

  async #test(blocks: readonly Block[]): Promise<void> {
    const names = blocks.map((block) => this.#write(block, 'test.ts'))
    await this.#succeeds(`npx vitest run ${names.join(' ')}`)
    // Vitest passes where it finds some of them.
    const missing = names.filter((name) => !this.#output!.includes(name))
    if (missing.length > 0) throw new Error(`vitest did not run ${missing.join(', ')}`)
  }

  #write({ text, attributes }: Block, ending: string): string {
    const name = attributes['file'] ?? `block-${++this.#files}.${ending}`
    this.#project.write(name, this.#here(text))
    return name
  }

  #succeeds(lines: string): Promise<void> {
    return this.#ends(lines, 0)
  }

  async #ends(lines: string, expected: number): Promise<void> {
    const { exit, output } = await this.#project.run(lines)
    this.#output = output
    if (exit !== expected) throw new Error(`exit code ${exit} where ${expected} was expected, of ${lines}:\n${output}`)
  }

  #here(text: string): string {
    const local = text.replaceAll(
      new RegExp(`((?:127\\.0\\.0\\.1|localhost):|--port |serve\\.sh )(${SHOWN_OTHERS.join('|')})\\b`, 'g'),
      (_, before: string, port: string) => `${before}${this.#others[SHOWN_OTHERS.indexOf(port)]}`,
    )
    return this.#port === undefined
      ? local
      : local.replaceAll(new RegExp(`(?<=127\\.0\\.0\\.1|localhost):${SHOWN_PORT}(?!:)`, 'g'), `:${this.#port}`)
  }
}

const players: Readonly<Record<string, (page: Page, block: Block) => Promise<void> | void>> = {
  sh: (page, block) => page.shell(block),
  ts: (page, block) => page.script(block),
  yaml: (page, block) => page.document(block),
  // Output of the block before, unless it is a file.
  json: (page, block) => (block.attributes['file'] === undefined ? page.shows(block) : page.file(block)),
  text: (page, block) => (block.attributes['file'] === undefined ? page.shows(block) : page.file(block)),
  python: (page, block) => page.python(block),
  java: (page, block) => page.java(block),
  go: (page, block) => page.go(block),
  html: (page, block) => page.file(block),
  js: (page, block) => page.file(block),
  nginx: (page, block) => page.file(block),
  http: (page, block) => page.exchange(block),
  // A drawing.
  ascii: () => {},
}

/** Why lines of the shell cannot be run on this machine. */
function missingFor(text: string): string | undefined {
  if (/^nginx |^ *\.\/qa /m.test(text) && !hasProgram('nginx')) return 'no nginx'
  return /^(?:pip|python3) /m.test(text) ? pythonProblem() : undefined
}

interface Served {
  readonly before: string
  readonly command: string
}

/** The block starts a server when that is its last line: then it is given a free port. */
function serverLine(lines: string): Served | undefined {
  const all = lines.trimEnd().split('\n')
  const last = all.at(-1) ?? ''
  const [, before = '', command] = /^(?:(.*)&& )?(npx svc-emulator(?: start\b[^&|]*| -[^&|]*)?)$/.exec(last) ?? []
  if (command === undefined || /--(?:help|version)/.test(command)) return undefined
  return {
    before: [...all.slice(0, -1), before].join('\n').trim(),
    command: `exec ${command.replace(/ --port \d+/, '')} --port 0`,
  }
}
