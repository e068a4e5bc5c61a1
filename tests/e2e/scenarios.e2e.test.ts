import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clauses } from '../../emulator/contract/clauses.ts'
import { createEmulator } from '../../emulator/host/emulator.ts'
import { InProcessTarget, loadScenario, replay, type ReplayResult } from '../../emulator/scenario/index.ts'
import { createRunner } from '../../emulator/scenario/run/run-step.ts'
import { startServer } from '../../emulator/adapters/node/server.ts'
import { bins } from '../helpers/cli/bins.ts'

const folder = resolve(import.meta.dirname, '../../scenarios/client')
const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
const exercised = new Set<string>()

async function play(file: string, client?: string): Promise<ReplayResult> {
  const scenario = await loadScenario(join(folder, file))
  const runner = createRunner({ client })
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

describe('the scenarios of the client, played with our own', () => {
  it.concurrent.for(files)('%s', { timeout: 120_000 }, async (file, { expect }) => {
    const result = await play(file)
    const reasons = result.steps
      .filter(({ status }) => status !== 'passed')
      .map(({ title, reasons: why }) => [title, ...why])
    expect([...reasons, ...result.problems]).toEqual([])
    for (const { id } of result.clauses) exercised.add(id)
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
    const { ok, steps } = await play(file, client)
    expect(ok).toBe(false)
    expect(steps.find(({ status }) => status === 'failed')?.reasons.join()).toContain(where)
  })
})
