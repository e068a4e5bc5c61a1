import { expect, it } from 'vitest'
import { controlApi } from '../../host/control-api/control-api.ts'
import { controlHandlers } from './handlers.ts'

it('has one handler for each call', () => {
  expect(controlHandlers.map(({ call }) => call.name)).toEqual(controlApi.map(({ name }) => name))
})
