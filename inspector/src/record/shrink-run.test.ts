import { afterEach, expect, it, vi } from 'vitest'
import { createEmulator } from '../../../emulator/index.ts'
import { createBundle } from '../../../emulator/scenario/bundle.ts'
import { loadScenario, replay } from '../../../emulator/scenario/index.ts'
import { shownBundle } from '../../../emulator/scenario/shown-bundle.ts'
import { ShrinkRun } from './shrink-run.ts'

const steps = [
  { http: 'GET /users/me', expect: { status: 200 } },
  { http: 'GET /orgs/acme', expect: { body: { org: { visibility: 'private' } } } },
]

afterEach(() => void vi.restoreAllMocks())

const load = (status: object = {}) =>
  loadScenario({ scenario: 1, name: 'private', as: 'svc-key-ada-admin', steps, ...status })

it('shows its progress, and ends with a scenario that fails', async () => {
  const run = new ShrinkRun(await load())
  const seen = new Set<string | undefined>()
  run.subscribe(() => seen.add(run.progress))
  expect(run.progress).toBeUndefined()
  await run.begin()
  expect([...seen]).toEqual(expect.arrayContaining(['running it as it is', undefined]) as unknown)
  const { lines, scenario, text, isSmaller, isLeast } = run.shrunk!
  expect(lines[0]).toMatch(/^438 records to [34], 2 steps to 1 \(\d+ runs/)
  expect(lines[1]).toBe('Still fails: GET /orgs/acme; body.org.visibility: expected "private", got "public"')
  expect([isSmaller, isLeast]).toEqual([true, true])
  expect(text).toContain('# Made smaller by svc-emulator shrink, from private.')
  const least = await loadScenario(scenario)
  expect((await replay(least, createEmulator({ scenario: least }))).ok).toBe(false)
})

it('finds nothing to leave out of what was shrunk, nor of its bundle', async () => {
  const run = new ShrinkRun(await load())
  await run.begin()
  const least = await loadScenario(run.shrunk!.scenario)
  const again = new ShrinkRun(least)
  await again.begin()
  expect(again.shrunk).toMatchObject({ isSmaller: false, isLeast: true })
  const emulator = createEmulator({ scenario: least })
  const shown = new ShrinkRun(shownBundle(createBundle(least, await replay(least, emulator), emulator)))
  await shown.begin()
  expect(shown.shrunk).toMatchObject({ isSmaller: false, isLeast: true })
})

it('keeps the smallest so far when it is stopped', async () => {
  // The page draws before each run.
  let elapsed = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 1_000))
  const run = new ShrinkRun(await load())
  const sizes = new Set<string>()
  run.subscribe(() => {
    const [size, after] = run.progress?.split(' after ') ?? []
    if (size !== undefined && after !== undefined) sizes.add(size)
    // The first smaller one.
    if (sizes.size === 2) run.stop()
  })
  await run.begin()
  expect(run.shrunk).toMatchObject({ isSmaller: true, isLeast: false })
  expect(run.shrunk!.lines[0]).toContain('stopped early, so less may do')
})

it('rejects for a scenario that passes, and can begin again', async () => {
  const run = new ShrinkRun(await load({ steps: [steps[0]] }))
  await expect(run.begin()).rejects.toThrow('private does not fail, so there is nothing to shrink')
  expect([run.progress, run.shrunk]).toEqual([undefined, undefined])
})
