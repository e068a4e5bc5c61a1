import { describe, expect, it } from 'vitest'
import { alternatives } from '../../emulator/contract/variants.ts'
import { createEmulator } from '../../emulator/index.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { shippedScenarios } from '../../emulator/scenario/files.ts'
import { loadScenario, replay, type LoadedScenario, type StepResult } from '../../emulator/scenario/index.ts'
import { runsPrograms } from '../../emulator/scenario/needs.ts'

async function play(loaded: LoadedScenario, otherwise: readonly string[]) {
  const emulator = createEmulator({ scenario: loaded })
  const { world } = hostOf(emulator)
  world.settings = { ...world.settings, otherwise: [...otherwise] }
  const { ok, steps, problems } = await replay(loaded, emulator)
  return { ok, steps, problems, entries: emulator.journal.entries() }
}

type Played = Awaited<ReturnType<typeof play>>

const citesRow = ({ entries }: Played, { entries: [first, last] = [1, 0] }: StepResult, row: string): boolean =>
  entries.some(({ number, assumptions }) => number >= first && number <= last && assumptions.includes(row as never))

/** Scenarios that fail elsewhere than in a step whose answer rests on the assumption, each with the reason. */
const fromEarlier: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'failed-commit-reset': { 'A-420/1': 'step 11: the commit that an earlier step began is not over yet' },
  'null-cursor': { 'A-349/1': 'an empty page does not show that its call omitted the cursor' },
  'probes/scheduler': { 'A-349/1': 'step 17: the id to delete is that of a page, which is empty' },
  'probes/workflow': { 'A-349/1': 'step 41: the id to delete is that of a page, which is empty' },
}

const scenarios = await Promise.all(
  shippedScenarios().map(async ({ name, file }) => ({ name, loaded: await loadScenario(file) })),
)

describe('under each alternative a shipped scenario passes, or fails where an answer rests on its assumption', () => {
  it.each(scenarios.filter(({ loaded }) => !runsPrograms(loaded)).map(({ name, loaded }) => [name, loaded] as const))(
    '%s',
    async (name, loaded) => {
      const base = await play(loaded, [])
      expect(base.ok, base.problems.join('\n')).toBe(true)
      const cited = new Set<string>(base.entries.flatMap(({ assumptions }) => assumptions))
      const elsewhere: Record<string, string> = {}
      for (const { id, statement } of alternatives.filter((each) => cited.has(each.statement))) {
        const played = await play(loaded, [id])
        if (played.ok) continue
        const failed = played.steps.find(({ status }) => status === 'failed')
        const before = base.steps.find(({ number }) => number === failed?.number)
        if (failed !== undefined && (citesRow(base, before!, statement) || citesRow(played, failed, statement)))
          continue
        elsewhere[id] = `step ${failed?.number}: ${[...(failed?.reasons ?? []), ...played.problems].join('; ')}`
      }
      expect(Object.keys(elsewhere), JSON.stringify(elsewhere, undefined, 1)).toEqual(
        Object.keys(fromEarlier[name] ?? {}),
      )
    },
  )
})
