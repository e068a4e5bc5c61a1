import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { createEmulator } from '../../emulator/host/emulator.ts'
import { InProcessTarget, loadScenario, replay, type ReplayResult } from '../../emulator/scenario/index.ts'
import { createRunner, type RunnerOptions } from '../../emulator/scenario/run/run-step.ts'
import { runProgram, type Spawned, type SpawnOptions } from '../../emulator/scenario/run/spawned.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { svc } from '../../cli/svc/program.ts'
import { svcWorker } from '../../cli/svc-worker/program.ts'
import { bins } from '../helpers/cli/bins.ts'
import { run } from '../helpers/cli/in-process.ts'

const folder = resolve(import.meta.dirname, '../../scenarios/client')
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const exercised = new Set<string>()
const programs = new Map([
  [bins.svc, svc],
  [bins.worker, svcWorker],
])

/** Runs our own commands in this process. Terminals, signals and other programs are left to processes. */
async function runHere(options: SpawnOptions): Promise<Spawned> {
  const { words, env, cwd = '.', stdin = '', terminal, killAfter } = options
  const program = programs.get(words[1] ?? '')
  if (program === undefined || terminal !== undefined || killAfter !== undefined) return runProgram(options)
  const ended = await run(program, words.slice(2), cwd, { env: env as Record<string, string>, stdin })
  return { pid: undefined, signal: null, timedOut: false, ...ended }
}

async function play(file: string, options: RunnerOptions): Promise<ReplayResult> {
  const scenario = await loadScenario(join(folder, file))
  const runner = createRunner(options)
  try {
    return await replay(
      scenario,
      new InProcessTarget(createEmulator({ scenario }), (emulator) => startServer({ emulator })),
      { run: runner.run },
    )
  } finally {
    await runner.close()
  }
}

function expectPassed({ steps, problems }: ReplayResult): void {
  const reasons = steps.filter(({ status }) => status !== 'passed').map(({ title, reasons: why }) => [title, ...why])
  expect([...reasons, ...problems]).toEqual([])
}

describe('the scenarios of the client, played with our own', () => {
  it.for(files)('%s', async (file) => {
    const result = await play(file, { start: runHere })
    expectPassed(result)
    for (const { id } of result.clauses) exercised.add(id)
  })

  it.each(['login-sources.yaml', 'worker.yaml'])('%s, in processes', async (file) => {
    expectPassed(await play(file, {}))
  })

  it('exercise every clause of the client and the worker', () => {
    const own = clauses.map(({ id }) => id).filter((id) => /^(client|worker)\./.test(id))
    expect(own.filter((id) => !exercised.has(id))).toEqual([])
  })
})

describe('the scenarios of the client find a client that', () => {
  it.concurrent.for([
    [
      'leaves its file open to others',
      'chmod -f 644 .svc/credentials.yaml',
      'login-stores.yaml',
      'files[".svc/credentials.yaml"].mode',
    ],
    ['prints the keys', 'cat .svc/credentials.yaml', 'profile-use.yaml', 'stdout'],
    [
      'repairs the mode',
      'chmod -f 600 .svc/credentials.yaml',
      'credential-file.yaml',
      'files[".svc/credentials.yaml"].mode',
    ],
    ['always succeeds', 'exit 0', 'whoami.yaml', 'exit'],
  ] as const)('%s', async ([, afterwards, file, where], { expect }) => {
    const client = `sh -c '"$@"; code=$?; ${afterwards} 2>/dev/null; exit $code' sh ${process.execPath} ${bins.svc}`
    const { ok, steps } = await play(file, { client })
    expect(ok).toBe(false)
    expect(steps.find(({ status }) => status === 'failed')?.reasons.join()).toContain(where)
  })
})
