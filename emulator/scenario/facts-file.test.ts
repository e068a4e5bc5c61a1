import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Fact } from '../host/facts/facts.ts'
import { formatFacts, loadFacts, mergeFacts } from './facts-file.ts'

const folder = () => mkdtemp(join(tmpdir(), 'svc-facts-'))

const limit = {
  assumption: 'A-29',
  setting: 'default_limit',
  observed: 20,
  on: '2026-11-20',
  exchange: 'workflow.list_session_events -> result',
} as const satisfies Fact
const gone = {
  assumption: 'A-7',
  setting: 'statuses.user_not_found',
  observed: 410,
  on: '2026-11-20',
  exchange: 'GET /users/nobody -> 410',
} as const satisfies Fact

it('names file, line and column of what is wrong', async () => {
  const file = join(await folder(), 'facts.yaml')
  await writeFile(
    file,
    'facts: 1\nobservations:\n  - assumption: A-29\n    setting: default_limt\n    observed: 20\n    on: 2026-11-20\n    exchange: x\n',
  )
  await expect(loadFacts(file)).rejects.toThrow(/facts\.yaml:4:14 observations\[0\]\.setting: .*'default_limit'\?$/)
  await writeFile(file, 'scenario: 1\nname: x\n')
  await expect(loadFacts(file)).rejects.toThrow(/facts\.yaml:1:1 not a facts file: `facts: 1` is missing$/)
})

it.each(['facts.yaml', 'facts.json'])('reads what was written: %s', async (name) => {
  const file = join(await folder(), name)
  const facts = mergeFacts(undefined, [limit, gone], 'https://api.example.com/v1')
  await writeFile(file, await formatFacts(file, facts))
  expect(await loadFacts(file)).toEqual(facts)
})

it('keeps earlier facts, and replaces those that were seen again', () => {
  const again = { ...limit, observed: 25, on: '2026-11-23' }
  const field = {
    assumption: 'A-17',
    about: 'field user.tier',
    observed: 'present',
    on: '2026-11-23',
    exchange: 'x',
  } as const
  const merged = mergeFacts({ facts: 1, target: 'https://a/v1', observations: [limit, gone] }, [field, again])
  expect(merged).toEqual({ facts: 1, target: 'https://a/v1', observations: [again, gone, field] })
})

it('keeps the comments of a file that is written again', async () => {
  const file = join(await folder(), 'facts.yaml')
  const facts = { facts: 1, observations: [limit, gone] } as const
  const text = (await formatFacts(file, facts)).replace(
    '  - assumption: A-7',
    '  # Asked on a Monday.\n  - assumption: A-7',
  )
  await writeFile(file, text)
  const newer = mergeFacts(await loadFacts(file), [
    { ...limit, observed: 25 },
    { ...gone, setting: 'statuses.org_not_found' },
  ])
  const written = await formatFacts(file, newer, await readFile(file, 'utf8'))
  expect(written).toContain('# Asked on a Monday.\n  - assumption: A-7\n    setting: statuses.user_not_found')
  expect(written.startsWith('# Facts about a service')).toBe(true)
  await writeFile(file, written)
  expect(await loadFacts(file)).toEqual(newer)
})

const [a, b, c] = ['workflow.list_executions', 'scheduler.list_schedules', 'scheduler.list_executions'] as const
const seen = { assumption: 'A-349', on: '2026-11-23', exchange: 'workflow.list_sessions -> 200' } as const
const rules = (not: string, ...units: string[]): Fact => ({ ...seen, not, observed: 'as assumed', units })
const varies: Fact = { ...seen, observed: 'varies: …', assumed: 'one rule', units: ['workflow.list_sessions'] }
const empty: Fact = { ...seen, alternative: 'A-349/1', observed: 'Any page may be empty before the end.' }
const unset: Fact = { ...limit, setting: undefined, about: 'default_limit', observed: 'varies: 20, 25', assumed: 50 }

it.each<[name: string, earlier: Fact[], seen: Fact[], merged: Fact[]]>([
  ['adds up the units', [rules('A-349/1', a, b)], [rules('A-349/1', c, b)], [rules('A-349/1', a, b, c)]],
  ['has no alternative beside its opposite', [rules('A-349/1', a), limit], [empty], [limit, empty]],
  ['forgets an alternative that is ruled out', [empty], [rules('A-349/1', a)], [rules('A-349/1', a)]],
  ['forgets what is ruled out where units differ', [rules('A-349/1', a), rules('A-349/2', a)], [varies], [varies]],
  ['keeps a difference that was not looked at', [varies], [rules('A-349/1', a)], [varies, rules('A-349/1', a)]],
  [
    'forgets one that is gone',
    [varies],
    [rules('A-349/1', 'workflow.list_sessions')],
    [rules('A-349/1', 'workflow.list_sessions')],
  ],
  ['unsets what varies', [limit], [unset], [unset]],
  [
    'keeps what was learned by hand',
    [{ ...seen, about: 'pages', observed: 'never' }],
    [rules('A-349/1', a)],
    [{ ...seen, about: 'pages', observed: 'never' }, rules('A-349/1', a)],
  ],
])('%s', async (_name, earlier, added, merged) => {
  const before = { facts: 1, observations: earlier } as const
  const facts = mergeFacts(before, added)
  expect(facts.observations).toEqual(merged)
  const file = join(await folder(), 'facts.yaml')
  await writeFile(file, await formatFacts(file, facts, await formatFacts(file, before)))
  expect((await loadFacts(file)).observations).toEqual(JSON.parse(JSON.stringify(merged)))
})
