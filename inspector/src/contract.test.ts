import { expect, it } from 'vitest'
import { standingText } from './contract.ts'
import { countStatements } from './coverage/sections.ts'

const observed = { on: '2026-11-23', differs: [] }

it('says of an assumption whether it is assumed or was observed', () => {
  expect(standingText(undefined)).toBe('Assumed')
  expect(standingText(observed)).toBe('Observed on 2026-11-23')
  expect(standingText({ ...observed, differs: ['code x: observed y, assumed x'] })).toBe(
    'Observed on 2026-11-23 to differ (code x: observed y, assumed x)',
  )
})

it('shows in the coverage when an assumption was observed', () => {
  const contract = {
    clauses: [],
    assumptions: [
      { id: 'A-1', title: 'One', says: 'First.', was: [], otherwise: [] },
      { id: 'A-2', title: 'Two', says: 'Second.', was: [], otherwise: [], observed },
    ],
  }
  const none = { total: 0, exercised: 0, items: [] }
  const shown = countStatements(contract, { clauses: none, assumptions: none })
  expect(shown.map(({ statement }) => statement)).toEqual(['One. First.', 'Observed on 2026-11-23: Two. Second.'])
})
