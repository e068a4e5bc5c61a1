import { expect, it } from 'vitest'
import type { SentenceChange } from '../../emulator/contract/changes.ts'
import { leastVersion } from './least-version.ts'

const change = (kind: SentenceChange['kind'], effect?: SentenceChange['effect']): SentenceChange => ({
  kind,
  id: 'a.b',
  ...(effect !== undefined && { effect }),
})

it.each([
  [[], '1.2.3'],
  [[change('changed', 'rewords')], '1.2.4'],
  [[change('changed', 'rewords'), change('renamed')], '1.3.0'],
  [[change('changed', 'widens')], '1.3.0'],
  [[change('added')], '1.3.0'],
  [[change('deprecated')], '1.3.0'],
  [[change('added'), change('changed', 'narrows')], '2.0.0'],
  [[change('changed', 'changes')], '2.0.0'],
  [[change('added', 'narrows')], '2.0.0'],
  [[change('removed')], '2.0.0'],
])('%j since 1.2.3: at least %s', (changes, version) => {
  expect(leastVersion('1.2.3', changes)).toBe(version)
})
