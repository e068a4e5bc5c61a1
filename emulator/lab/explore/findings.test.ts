import { expect, it } from 'vitest'
import { ask } from '../../../tests/helpers/ask.ts'
import { explore } from './explore.ts'

it('faults that show the same difference are one finding', async () => {
  const { findings } = await explore(
    (run) =>
      ask(run, 'GET', '/users/me').then(
        () => 'ada',
        () => 'nobody',
      ),
    { only: ['no-answer', 'gateway', 'refusal:unauthenticated'] },
  )
  expect(findings).toMatchObject([
    {
      verdict: 'wrong-output',
      fault: 'no-answer',
      faults: ['no-answer', 'gateway', 'refusal'],
      because: 'expected "ada", got "nobody"',
    },
  ])
  expect(findings[0]!.cases).toHaveLength(8)
  expect(findings[0]!.of).toBe(8)
})
