import { expect, it } from 'vitest'
import { outputProblem } from './output.ts'

it('a page agrees with what the command printed, however long it took', () => {
  const progress = 'running the client without a fault\n32 of 32 experiments, 2 rejected\n18 orders tried\n'
  expect(outputProblem('text', '2 findings\n…', `${progress}2 findings\nmore\n`)).toBeUndefined()
  expect(outputProblem('text', '2 findings', `3 of 32 experiments were left out\n2 findings\n`)).toContain(
    'the command answered\n    3 of 32 experiments were left out\n    2 findings',
  )
})
