import { describe, expect, it } from 'vitest'
import { createEmulator } from '../../../emulator/adapters/create-emulator.ts'
import { faultKinds } from '../../../emulator/engine/faults/registry.ts'
import { argumentForms, chooseForm, readTriggerSchema, type ControlDocument } from './trigger-schema.ts'

const document = await createEmulator().fetch('http://127.0.0.1/__emulator/control.openapi.json')
const { actions, conditions, others } = readTriggerSchema((await document.json()) as ControlDocument)

it('has every fault and change, and every condition', () => {
  expect([...actions.keys()]).toEqual([
    ...faultKinds.map(({ name }) => name),
    'chaos',
    'under',
    'insert',
    'update',
    'delete',
    'advance',
    'fail_operation',
  ])
  expect(Object.keys(conditions)).toEqual(expect.arrayContaining(['endpoint', 'command', 'first', 'above', 'at']))
  expect(Object.keys(others)).toEqual(['name', 'optional'])
})

describe.each([...actions])('%s', (name, schema) => {
  it('has a form for each way to write it, which finds itself again', () => {
    for (const form of argumentForms(schema)) expect(chooseForm(argumentForms(schema), form.first)).toEqual(form)
  })

  it('begins with an argument that the emulator takes', async () => {
    // Records are the user's to write.
    const written = ['insert', 'update', 'delete', 'fail_operation'].includes(name)
    for (const { first } of written ? [] : argumentForms(schema)) {
      const emulator = createEmulator()
      const answer = await emulator.fetch('http://127.0.0.1/__emulator/triggers', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ when: { command: '*', via: 'socket' }, do: [{ [name]: first }] }),
      })
      expect(await answer.json()).not.toHaveProperty('error')
    }
  })
})

it.each([
  ['fail', { status: 503 }, 'status', ['body', 'headers']],
  ['fail', { error: 'not_found', message: 'gone' }, 'error', ['message', 'limit']],
  ['truncate', true, '', []],
  ['truncate', { bytes: '' }, 'bytes', []],
  ['delay', '1s', 'value', []],
  ['drop', true, '', []],
  ['close', { code: 1013 }, 'code', ['reason']],
])('shows %s %j by %j, with %j below', (name, argument, label, more) => {
  const form = chooseForm(argumentForms(actions.get(name)!), argument)!
  expect(form.label).toBe(label)
  expect(Object.keys(form.fields).filter((field) => !form.required.includes(field))).toEqual(more)
})

it.each([
  ['fail', 503],
  ['fail', { status: 503, code: 1 }],
  ['drop', 'yes'],
])('leaves %s %j to its JSON', (name, argument) => {
  expect(chooseForm(argumentForms(actions.get(name)!), argument)).toBeUndefined()
})
