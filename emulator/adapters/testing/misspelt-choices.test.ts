import { expect, it } from 'vitest'
import { refuseMisspeltUse, refuseOptionAsChoice } from './misspelt-choices.ts'
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

it.each([
  [{ scenaro: 'a' }, "test.use: there is no choice 'scenaro', did you mean 'scenario'?"],
  [{ emulatorTrase: 'off' }, "test.use: there is no choice 'emulatorTrase', did you mean 'emulatorTrace'?"],
  [{ settings: {} }, "test.use: there is no choice 'settings', did you mean `emulatorOptions: { settings }`?"],
  [{ fixtures: [] }, "test.use: there is no choice 'fixtures', did you mean `emulatorOptions: { fixtures }`?"],
])('refuses %j for test.use of Playwright', (choices, message) => {
  expect(() => {
    refuseMisspeltUse(choices, 'test.use')
    refuseOptionAsChoice(choices, 'test.use', new Set())
  }).toThrow(message)
})

it('takes a name that the user has added for Playwright', () => {
  expect(() => refuseOptionAsChoice({ seed: 1 }, 'test.use', new Set(['seed']))).not.toThrow()
  expect(() => refuseMisspeltUse({ trace: 'on', scenario: 'a', baseURL: '/' }, 'test.use')).not.toThrow()
})
