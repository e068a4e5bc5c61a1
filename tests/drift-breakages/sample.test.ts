import { expect, it } from 'vitest'
import { readBreakages, type Breakage } from './breakages.ts'
import { judge, tryBreakages } from './try-breakages.ts'

const all = readBreakages()
const find = (...names: string[]): Breakage[] => names.map((name) => all.find((each) => each.name === name)!)

// All of them: tests/drift-breakages/run.ts, by hand.
it('names the sentence of six breakages of the source first', async () => {
  const six = find(
    'blob-keys-without-admin',
    'blob-memberships-outlive-accounts',
    'listed-users-without-status',
    'last-character-of-cursor-ignored',
    'errors-with-id-null',
    'keys-outlive-their-organization',
  )
  const tried = await tryBreakages(six.map((each) => [each]))
  expect(tried.map((each, n) => [six[n]!.name, judge(each, six[n]!)])).toEqual(six.map(({ name }) => [name, 'first']))
})

it('finds three at once as three', async () => {
  const three = find('blob-members-deleted-by-anybody', 'listed-users-without-status', 'cycles-are-422')
  const [tried] = await tryBreakages([three])
  expect(tried!.findings.map(({ id }) => id)).toEqual([
    'user.status-always-present',
    'envelope.check-definition.answers-200',
    'members.delete.needs-admin',
  ])
})
