import { expect, it } from 'vitest'
import { refuseOldRuntime } from './supported-runtime.ts'

it('names the versions of Node that are supported, and takes any runtime with the JavaScript of 2023', () => {
  expect(() => refuseOldRuntime({}, { process: { versions: { node: '18.20.8' } } })).toThrow(
    'svc-emulator needs Node 20 from 20.19 on, or 22.12 or newer; this is Node 18.20.8',
  )
  expect(() => refuseOldRuntime({}, {})).toThrow('this one has no Array.prototype.toSorted')
  expect(() => refuseOldRuntime()).not.toThrow()
})
