import { expect, it } from 'vitest'
import { direct, starter } from '../../../../tests/conformance/direct.ts'
import { hostOf } from '../../../host/instance-of.ts'
import { answeredId } from '../../../engine/world/vary-ids.ts'
import { SEEDS } from './varied.ts'

it.each(SEEDS)('seed %d leaves ids as a client knows them', (seed) => {
  const { emulator } = direct({ seed, settings: { unspecified: 'vary', omit_fields: false } })
  expect(answeredId(hostOf(emulator).world, starter.revision.failedDelete)).toBe(starter.revision.failedDelete)
})
