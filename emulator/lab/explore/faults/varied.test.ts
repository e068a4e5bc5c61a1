import { expect, it } from 'vitest'
import { direct, starterId } from '../../../../tests/conformance/direct.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { answeredId } from '../../../engine/world/vary-ids.ts'
import { SEEDS } from './varied.ts'

it.each(SEEDS)('seed %d leaves ids as a client knows them', (seed) => {
  const { emulator } = direct({ seed, settings: { unspecified: 'vary', omit_fields: false } })
  expect(answeredId(hostOf(emulator).world, starterId('e2'))).toBe(starterId('e2'))
})
