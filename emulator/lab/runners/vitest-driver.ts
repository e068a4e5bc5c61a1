/** Program of a session: keeps vitest up in a process of its own, and runs test files as its parent says. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestSpecification, Vitest } from 'vitest/node'
import type { DriverAnswer, DriverOrder, FileEnd } from './vitest-messages.ts'
import { findModules } from './vitest-modules.ts'

/** Majors of vitest whose interface is known. */
const KNOWN_MAJORS = ['3', '4', '5']

type VitestNode = typeof import('vitest/node')

const [words = '[]', pool] = process.argv.slice(2)

process.on('message', (order: DriverOrder) => void answer(order))
// The parent is gone.
process.on('disconnect', () => process.exit())

let session: Promise<DriverSession> | undefined

async function answer(order: DriverOrder): Promise<void> {
  try {
    session ??= open(JSON.parse(words) as string[])
    const { vitest, files } = await session
    if (order.kind === 'run') send(await run(vitest, files, order.files))
    else if (order.kind === 'open') send({ kind: 'opened', files: [...files.keys()] })
    else send({ kind: 'modules', modules: findModules([...files.values()]) })
  } catch (error) {
    send({ kind: 'failed', why: error instanceof Error ? error.message : String(error) })
  }
}

interface DriverSession {
  readonly vitest: Vitest
  /** By their absolute paths. */
  readonly files: ReadonlyMap<string, TestSpecification>
}

async function open(argv: readonly string[]): Promise<DriverSession> {
  const { createVitest, parseCLI } = await loadVitest()
  const { filter, options } = parseCLI(['vitest', ...argv])
  const vitest = await createVitest('test', {
    ...options,
    ...(pool !== undefined && { pool }),
    watch: false,
    run: true,
    ui: false,
    bail: 0,
    cache: false,
    coverage: { enabled: false },
    reporters: [{}],
  })
  const [major = ''] = vitest.version.split('.', 1)
  if (!KNOWN_MAJORS.includes(major))
    throw new Error(`this release knows vitest ${KNOWN_MAJORS.join(', ')}, not ${vitest.version}`)
  for (const { config } of vitest.projects) {
    if (config.browser.enabled) throw new Error('a project runs in a browser')
    if (config.typecheck.enabled) throw new Error('a project checks types')
    config.isolate = true
    config.sequence.shuffle = false
    // A test of a world that differs would write another snapshot.
    config.snapshotOptions.updateSnapshot = 'none'
  }
  const specifications = await vitest.globTestSpecifications(filter)
  const files = new Map(specifications.map((each) => [each.moduleId, each]))
  if (files.size < specifications.length) throw new Error('a test file belongs to two projects')
  return { vitest, files }
}

/** The project's own vitest, as its command line would be run from here. */
async function loadVitest(): Promise<VitestNode> {
  const path = createRequire(join(process.cwd(), 'package.json')).resolve('vitest/node')
  return (await import(pathToFileURL(path).href)) as VitestNode
}

async function run(vitest: Vitest, files: DriverSession['files'], wanted: readonly string[]): Promise<DriverAnswer> {
  const specifications = wanted.flatMap((path) => files.get(path) ?? [])
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  const ran = testModules.filter(({ moduleId }) => wanted.includes(moduleId))
  const ignored = vitest.config.dangerouslyIgnoreUnhandledErrors
  return {
    kind: 'ran',
    files: ran.map((module): FileEnd => ({
      path: module.moduleId,
      isPassed: module.ok(),
      failures: [
        ...module.errors().map(({ message }) => ({ test: undefined, message })),
        ...Array.from(module.children.allTests('failed'), (test) => ({
          test: test.fullName,
          message: test.result().errors?.[0]?.message ?? '',
        })),
      ],
    })),
    unhandled: ignored ? [] : unhandledErrors.map((error) => String((error as { message?: unknown }).message ?? error)),
  }
}

function send(message: DriverAnswer): void {
  process.send!(message)
}
