import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer } from '../../../emulator/adapters/node/server.ts'
import { createEmulator } from '../../../emulator/host/emulator.ts'
import { bundleOfRun } from '../../../emulator/scenario/run-bundle.ts'
import { run } from '../../../tests/helpers/cli/in-process.ts'
import type { Program } from '../../shared/command.ts'
import { diff } from '../diff.ts'
import { svcEmulator } from '../program.ts'

const program: Program = { ...svcEmulator, commands: [diff] }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-diff-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const call = (...argv: string[]) => run(program, ['diff', ...argv], folder)

function write(name: string, value: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(value))
  return join(folder, name)
}

function changedEmulator() {
  const emulator = createEmulator()
  emulator.world.orgs.insert({ alias: 'new-org' })
  emulator.world.users.update('ben', { name: 'Benjamin' })
  emulator.world.definitions.delete('nightly')
  emulator.clock.advance('1h')
  return emulator
}

describe('svc-emulator diff', () => {
  it('tells two states apart, record by record', async () => {
    const a = write('a.json', createEmulator().export())
    const b = write('b.json', changedEmulator().export())
    const { exit, stdout } = await call(a, b)
    expect(exit).toBe(0)
    expect(stdout).toContain('world\n  ~ now: "2026-01-01T00:00:00.000Z" -> "2026-01-01T01:00:00.000Z"\n')
    expect(stdout).toContain('users\n  ~ ben (00000000-0000-4000-8000-0000000000a2)\n      name: "Ben" -> "Benjamin"\n')
    expect(stdout).toMatch(/\norgs\n {2}\+ new-org \(.*\)\n/)
    expect(stdout).toMatch(/\ndefinitions\n {2}- nightly \(.*\)\n/)
    expect(stdout).toMatch(/\n\d+ records differ: \d+ inserted, \d+ changed, \d+ deleted\n$/)
    const parsed = JSON.parse((await call(a, b, '--reporter', 'json')).stdout)
    expect(parsed.inserted[0]).toMatchObject({ table: 'orgs', record: { alias: 'new-org' } })
    expect(await call(a, b, '--exit-code')).toMatchObject({ exit: 1, stderr: expect.stringContaining(' differ') })
  })

  it('says that nothing differs', async () => {
    const a = write('same.json', createEmulator().export())
    expect(await call(a, a, '--exit-code')).toMatchObject({ exit: 0, stdout: 'no difference\n' })
  })

  it('cuts a long value between characters', async () => {
    const emulator = createEmulator()
    emulator.world.users.update('ben', { name: `xy${'🙂'.repeat(200)}` })
    const { stdout } = await call(write('a.json', createEmulator().export()), write('b.json', emulator.export()))
    expect(stdout).toMatch(/name: "Ben" -> "xy(?:🙂)+…\n/u)
  })

  it('takes bundles and running emulators', async () => {
    const emulator = changedEmulator()
    const bundle = write('run.bundle.json', bundleOfRun(emulator, { name: 'run', about: 'A run.', problems: [] }))
    const server = await startServer()
    try {
      const { stdout } = await call(server.url, bundle)
      expect(stdout).toMatch(/\norgs\n {2}\+ new-org/)
      expect((await call(bundle, bundle)).stdout).toBe('no difference\n')
    } finally {
      await server.close()
    }
    expect(await call(server.url, bundle)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`${server.url}: no emulator answers there`),
    })
  })

  it('names the source that is no state', async () => {
    const other = write('other.json', { scenario: 1 })
    const broken = write('broken.json', { svc_emulator_state: 1 })
    const a = write('a.json', createEmulator().export())
    expect(await call(a, other)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('other.json is neither a state nor a bundle'),
    })
    expect(await call(a, broken)).toMatchObject({ exit: 2, stderr: expect.stringContaining('broken.json: ') })
    expect(await call(a, '127.0.0.1:4010')).toMatchObject({
      exit: 2,
      stderr:
        'svc-emulator: there is no file 127.0.0.1:4010; the URL of a running emulator starts with http://, did you mean http://127.0.0.1:4010?\n',
    })
    expect(await call(a)).toMatchObject({ exit: 2 })
  })
})
