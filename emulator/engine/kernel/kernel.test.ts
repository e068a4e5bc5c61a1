import { expect, it } from 'vitest'
import { hostOf } from '../../host/instance-of.ts'
import { createEmulator } from '../../index.ts'
import { createKernel } from './kernel.ts'

it('finds commands by the method that a call names, and nothing else', () => {
  const { units, identify } = hostOf(createEmulator()).kernel
  const kernel = createKernel(units, identify)
  expect([kernel.units, kernel.identify]).toEqual([units, identify])
  expect([...kernel.commands.keys()]).toContain('workflow.list_sessions')
  expect([...kernel.commands]).toEqual(
    units.filter(({ engine }) => engine !== undefined).map((unit) => [unit.id, unit]),
  )
})
