import { expect, it } from 'vitest'
import { alternatives } from '../../emulator/contract/variants.ts'
import { createEmulator } from '../../emulator/index.ts'
import { hostOf } from '../../emulator/host/instance-of.ts'
import { chooseVariants } from '../../emulator/lab/engine/variant.ts'

it.each([
  ['A-7/1', 'A-386/1'],
  ['A-9/2', 'A-378/1'],
  ['A-10/2', 'A-380/1'],
])('%s, which became %s, is accepted where ids are', (former, id) => {
  const { world } = hostOf(createEmulator({ settings: { otherwise: [former] } }))
  expect(world.inForce.alternatives.map((each) => each.id)).toEqual([id])
  expect(chooseVariants(alternatives, [former]).map((each) => each.id)).toEqual([id])
})
