import { describe, expect, it } from 'vitest'
import { assumptions } from '../../emulator/contract/assumptions.ts'
import { clauses as contract } from '../../emulator/contract/clauses.ts'
import { contractStamp } from '../../emulator/contract/stamp.ts'
import type { Program } from '../shared/command.ts'
import { run } from '../../tests/helpers/cli/in-process.ts'
import { clauses } from './clauses.ts'
import { svcEmulator } from './program.ts'

const program: Program = { ...svcEmulator, commands: [clauses] }
const call = (...argv: string[]) => run(program, ['clauses', ...argv], '/nowhere')

describe('svc-emulator clauses', () => {
  it('prints the whole contract by section', async () => {
    const { exit, stdout } = await call()
    expect(exit).toBe(0)
    for (const { id, section, statement } of contract) {
      expect(stdout).toContain(`  ${id}\n      ${statement}`)
      expect(stdout).toContain(section)
    }
    expect(stdout).toContain('  A-1  ')
  })

  it('prints what has all the words', async () => {
    const { stdout } = await call('record', 'deleted')
    expect(stdout).toContain('pagination.record.deleted-record')
    expect(stdout).not.toContain('user.has-name')
    const {
      contract: stamp,
      clauses: found,
      assumptions,
    } = JSON.parse((await call('--assumptions', '--reporter', 'json')).stdout)
    expect(stamp).toEqual(contractStamp())
    expect(found).toEqual([])
    expect(assumptions[0]).toMatchObject({ id: 'A-1' })
  })

  it('prints the assumptions, each in sentences that stand alone, and nothing else', async () => {
    const { stdout } = await call('--assumptions')
    expect(stdout.match(/^ {2}A-\d+/gm)).toEqual(assumptions.map(({ id }) => `  ${id}`))
    expect(stdout).not.toMatch(/docs\/|\.md|\.ts\b|\b0\d{3}\b/)
  })

  it('says when no statement has them', async () => {
    expect(await call('pagination.record.deleted-recrod')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining("did you mean 'pagination.record.deleted-record'?"),
    })
  })
})
