import { expect, it } from 'vitest'
import { test } from './vitest.ts'

it.each([
  ['scenaro', 'scenario'],
  ['scenrio', 'scenario'],
  ['Scenario', 'scenario'],
  ['emulatorOption', 'emulatorOptions'],
  ['emulator_options', 'emulatorOptions'],
  ['apiURL', 'apiUrl'],
  ['failOnEscpe', 'failOnEscape'],
  ['transprot', 'transport'],
])('refuses %s, and names the choice that was meant', (name, meant) => {
  const message = `test.extend: there is no choice '${name}', did you mean '${meant}'?`
  const choice = { [name]: undefined } as Record<string, undefined>
  expect(() => test.extend(choice as never)).toThrow(message)
  expect(() => test.extend(name, 'a' as never)).toThrow(message)
})

it.each(['scenarios', 'scenarioFile', 'app', 'apis', 'urls', 'fail', 'port', 'myFixture'])(
  'takes %s for a fixture of the user',
  (name) => {
    expect(() => test.extend({ [name]: 'a' } as never)).not.toThrow()
  },
)
