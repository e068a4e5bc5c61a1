/**
 * The suite notices when a documented sentence is broken: every case in process, against every mutant of a clause that
 * it met.
 */
import { beforeAll, expect, it } from 'vitest'
import { mutants } from '../../emulator/contract/variants.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { wrongAnswers } from './answers.ts'
import { topics } from './cases.ts'
import { connectDirectly } from './socket.ts'
import { freshEmulator, type Case } from './suite.ts'
import { Api } from './api.ts'

const cases = Object.values(topics)
  .flat()
  .filter(({ needs = [] }) => !needs.includes('raw-http'))

/** Failure of a case; undefined if it passes. */
async function noticed(each: Case, broken: string | undefined): Promise<string | undefined> {
  const emulator = freshEmulator(each)
  const { world } = hostOf(emulator)
  if (broken !== undefined) world.settings = { ...world.settings, broken: [broken] }
  const api = new Api(
    'http://127.0.0.1:4010/v1',
    (request) => emulator.fetch(request),
    async (as) => connectDirectly(emulator, as),
  )
  const run = async (): Promise<string | undefined> => {
    await each.run(api, emulator)
    return wrongAnswers(emulator)[0]
  }
  const found = await run().catch((error: unknown) => String(error))
  if (broken === undefined) for (const { id, count } of emulator.coverage().clauses.items) if (count > 0) note(id, each)
  return found
}

const met = new Map<string, Case[]>()

/** Sorts cases that name a clause first, since they are the likeliest to notice a mutant. */
function note(clause: string, each: Case): void {
  const list = met.get(clause) ?? []
  met.set(clause, list)
  if (each.clauses.includes(clause as never)) list.unshift(each)
  else list.push(each)
}

async function isNoticed(id: string, clause: string): Promise<boolean> {
  for (const each of met.get(clause) ?? []) if ((await noticed(each, id)) !== undefined) return true
  return false
}

beforeAll(async () => {
  for (const each of cases) expect(await noticed(each, undefined), each.name).toBeUndefined()
})

it('every mutant that one world can show is noticed', async () => {
  const alive: string[] = []
  for (const { id, statement: clause } of mutants) if (!(await isNoticed(id, clause))) alive.push(id)
  expect(alive).toEqual([])
})
