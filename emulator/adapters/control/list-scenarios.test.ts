import { expect, it } from 'vitest'
import { controlOf } from '../../../tests/helpers/control.ts'
import { instanceOf } from '../../host/instance-of.ts'

it('lists what its host can load, and the one in force', async () => {
  const control = controlOf()
  expect((await control.get('/scenarios')).body).toEqual({ scenarios: [], current: 'starter' })
  const scenarios = [{ name: 'outage', about: 'Everything fails.' }]
  instanceOf(control.emulator).site.library = {
    list: async () => scenarios,
    load: () => Promise.reject(new Error('not asked')),
  }
  expect((await control.get('/scenarios')).body).toEqual({ scenarios, current: 'starter' })
})
