import { describe, expect, it } from 'vitest'
import { isRunLink, readRunLink, writeRunLink } from './run-link.ts'
import type { Scenario } from './schema.ts'

const scenario: Scenario = {
  scenario: 1,
  name: 'eleven-sessions',
  about: 'Café ☕',
  world: {
    fixtures: [],
    records: { users: [{ alias: 'ada' }], orgs: [{ alias: 'acme' }] },
    generate: { sessions: { count: 11, org: 'acme' } },
  },
  as: 'svc-key-ada-admin',
  steps: [
    { call: 'workflow.list_sessions', params: { org_id: 'acme' }, expect: { result: { sessions: { length: 11 } } } },
  ],
}

describe('a link of a run', () => {
  it('holds a scenario in some three hundred characters that an address can have', async () => {
    const link = await writeRunLink(scenario)
    expect(link).toMatch(/^#run=[\w-]+$/)
    expect(link.length).toBeLessThan(400)
    expect(isRunLink(link)).toBe(true)
    expect(await readRunLink(link)).toEqual(scenario)
    expect(await writeRunLink(scenario)).toBe(link)
  })

  it.each([
    ['cut', (link: string) => link.slice(0, -20)],
    ['no base64', () => '#run=***'],
    ['no JSON', () => '#run=AwA'],
  ])('that is %s is refused', async (_, change) => {
    const link = change(await writeRunLink(scenario))
    await expect(readRunLink(link)).rejects.toThrow('the link holds no run: ')
  })

  it('unpacks to no more than a megabyte', async () => {
    const link = await writeRunLink({ ...scenario, about: 'x'.repeat(1_100_000) })
    expect(link.length).toBeLessThan(2_000)
    await expect(readRunLink(link)).rejects.toThrow('it unpacks to more than 1000000 bytes')
  })
})
